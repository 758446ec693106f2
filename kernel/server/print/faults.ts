import { type Entity, entityNamed, type Field, hasEntity, type Issue, permissionKey, Refusal, shownFields } from '#model'
import { type Layout, OWN_PLACES, placesIn, type TableBlock } from '#model/print-layout.ts'
import type { Ctx } from '../context.ts'
import { readLayout } from './read-layout.ts'
import { sectionsFor } from './sections.ts'
import { sourcesFor } from './signed.ts'
import type { Template } from './templates.ts'

const FAULTS = {
  unknownField: '“{label}”没有字段“{field}”',
  noWords: '字段“{field}”不能印成文字',
  sensitive: '你没有查看“{field}”的权限，不能把它印在文件上',
  unknownTable: '没有可以印成表格的“{name}”',
  notBelow: '“{label}”的记录不从属于“{of}”',
  noTable: '你没有查看“{label}”的权限',
  noPhoto: '“{field}”不是图片字段',
  unknownSource: '“{label}”没有可以印上的“{name}”',
} as const
/** An error in a layout: its block, and for a missing permission the field or table concerned. */
interface LayoutFault extends Issue {
  block: number
  closed?: string
}
const fault = (key: keyof typeof FAULTS, block: number, values: Record<string, unknown>, closed?: string): LayoutFault => ({
  rule: `print.${key}`,
  text: FAULTS[key],
  values,
  field: `blocks.${block}`,
  block,
  ...(closed ? { closed } : {}),
})
/** Fields that can be printed as text. */
export const printable = (e: Entity): Array<[string, Field]> => shownFields(e).filter(([, f]) => !WORDLESS.has((f.options.of ?? f).kind))
const WORDLESS: ReadonlySet<Field['kind']> = new Set(['json', 'shape', 'files'])
/** Child entities and the reference fields that point at this one. */
export const tablesBelow = (e: Entity, all: readonly Entity[]): Array<{ of: Entity; by: string }> =>
  all.flatMap(of =>
    of.verbs.includes('list')
      ? Object.entries(of.fields).flatMap(([by, f]) => (f.kind === 'ref' && f.options.to === e.name && !f.options.secret && !f.options.computed ? [{ of, by }] : []))
      : [],
  )

/** Errors of a layout: unknown fields and fields this person may not see. */
function layoutFaults({ db, me }: Pick<Ctx, 'db' | 'me'>, e: Entity, { blocks }: Layout): LayoutFault[] {
  const can = (key: string): boolean => me.permissions.has(key)
  return blocks.flatMap((block, at) => {
    if (block.kind === 'table') return tableFaults(e, block, at, can)
    if (block.kind === 'signed' || block.kind === 'sections') {
      const sources = block.kind === 'signed' ? sourcesFor(db, e) : sectionsFor(db, e)
      return sources.some(s => s.code === block.by) ? [] : [fault('unknownSource', at, { label: e.label, name: block.by })]
    }
    if (block.kind !== 'grid') return fieldFaults(e, placesIn(block.text), at, can, true)
    const photo = block.photo?.field
    const wrong = photo !== undefined && e.fields[photo]?.kind !== 'files' ? [fault('noPhoto', at, { field: photo })] : []
    return [...fieldFaults(e, [...block.fields, ...(photo && !wrong.length ? [photo] : [])], at, can, false, photo), ...wrong]
  })
}
function tableFaults(e: Entity, { of, by, fields, sort }: TableBlock, at: number, can: (permission: string) => boolean): LayoutFault[] {
  if (!hasEntity(of)) return [fault('unknownTable', at, { name: of })]
  const child = entityNamed(of)
  if (!tablesBelow(e, [child]).some(t => t.by === by)) return [fault('notBelow', at, { label: child.label, of: e.label })]
  if (!can(permissionKey(child, 'list'))) return [fault('noTable', at, { label: child.label }, `${of}.*`)]
  const order = sort?.replace(/^-/, '')
  const unsorted =
    order && !child.fields[order]?.options.sortable && !child.options.sort?.some(s => s.replace(/^-/, '') === order)
      ? [fault('unknownField', at, { label: child.label, field: order })]
      : []
  return [...fieldFaults(child, fields, at, can), ...unsorted]
}
function fieldFaults(e: Entity, names: readonly string[], at: number, can: (permission: string) => boolean, isText = false, photo?: string): LayoutFault[] {
  const known = new Map(shownFields(e))
  const words = new Set(printable(e).map(([name]) => name))
  return [...new Set(names)].flatMap(name => {
    const field = known.get(name)
    if (!field) return isText && name in OWN_PLACES ? [] : [fault('unknownField', at, { label: e.label, field: name })]
    if (!words.has(name) && name !== photo) return [fault('noWords', at, { field: field.label })]
    return field.options.sensitivity === 'S2' && !can(permissionKey(e, 'reveal')) ? [fault('sensitive', at, { field: field.label }, `${e.name}.${name}`)] : []
  })
}

/** Validates a layout; the refusal lists all errors. Fields the editor may not see are accepted only if they were in the layout before. */
export function checkedLayout(ctx: Pick<Ctx, 'db' | 'me'>, now: Template, given: unknown): Layout {
  const { value, issues } = readLayout(given)
  if (issues.length) throw new Refusal(422, issues)
  const of = entityNamed(now.entity)
  const before = new Set(layoutFaults(ctx, of, now.layout).flatMap(f => f.closed ?? []))
  const faults = layoutFaults(ctx, of, value).filter(f => !f.closed || !before.has(f.closed))
  if (faults.length) throw new Refusal(422, faults)
  return value
}
