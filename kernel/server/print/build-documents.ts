import { type Entity, entityNamed, type Field, fill, hasEntity, permissionKey, shownFields } from '#model'
import { type Block, type GridBlock, placesIn, type SectionsBlock, type SignedBlock, type TableBlock } from '#model/print-layout.ts'
import { wordsOfRich } from '#model/rich.ts'
import { today } from '../base/today.ts'
import type { KernelCtx } from '../data/core.ts'
import { protectedFields } from '../data/present.ts'
import type { FileStore } from '../files/store.ts'
import { translate } from '../i18n/translate.ts'
import { presentRecords, titleLists } from '../records/present-records.ts'
import { type ExportColumn, exportColumns } from '../spreadsheets/export-columns.ts'
import { dateIn } from './date-in.ts'
import type { Part, PrintDocument } from './document.ts'
import { hiddenFields } from './hidden-fields.ts'
import { imageOf } from './image.ts'
import { sectionParts } from './sections.ts'
import { signedParts } from './signed.ts'
import type { Template } from './templates.ts'
import { printRefusal } from './texts.ts'

type Plain = Record<string, unknown>
/** Input for filling a template with rows. */
export interface Filling {
  ctx: KernelCtx
  store: FileStore
  template: Pick<Template, 'layout' | 'holder' | 'name' | 'seal'>
  /** Preview with an unsaved seal: readable by those who may read its file. */
  isDraftSeal?: boolean
  entity: Entity
  school: string
  /** Personal values unmasked. */
  plain: boolean
  /** Why they are printed in full. */
  reason: string | null
}
/** Display text of a row's field. */
type Words = (row: Readonly<Plain>, field: string) => string

/** Builds the documents of these rows, not numbered yet. Rows are read like a list, with scope and masking. */
export async function documentsFor(filling: Filling, ids: readonly string[]): Promise<Array<{ id: string; holder: string; paper: PrintDocument }>> {
  const { ctx, entity, template } = filling
  const found = await rowsOf(filling, entity, { id: ids }, fieldsOf(template))
  const byId = new Map(found.map(row => [row.id as string, row]))
  const missing = ids.filter(id => !byId.has(id)).length
  if (missing) throw printRefusal('outside', { count: ids.length, missing }, 404, 'ids')
  const words = await wordsFor(filling, entity, fieldsOf(template))
  const tables = await Promise.all(template.layout.blocks.map(block => (block.kind === 'table' ? childrenOf(filling, block, ids) : undefined)))
  const signed = await signedParts(filling, ids)
  const hidden = await hiddenFields(filling, ids)
  const shown: Words = (row, field) => (hidden.get(row.id as string)?.has(field) ? '' : words(row, field))
  const seal = await imageOf(filling, template.seal?.[0] ?? null, !filling.isDraftSeal)
  const { pages } = template.layout
  const most = pages ? { mostPages: pages } : {}
  const made: Array<{ id: string; holder: string; paper: PrintDocument }> = []
  for (const id of ids) {
    const row = without(byId.get(id) as Plain, hidden.get(id))
    const lines = (i: number): string[][] => tables[i]?.get(id) ?? []
    const parts = await Promise.all(
      template.layout.blocks.map((block, i) => {
        if (block.kind === 'sections') return sectionParts(filling, block, id)
        return block.kind === 'signed' ? signed(block, id) : partOf(filling, block, row, shown, lines(i), seal)
      }),
    )
    made.push({
      id,
      holder: words(row, template.holder),
      paper: { school: filling.school, title: translate(ctx.lang, template.layout.title), parts: parts.flat(), foot: { left: [], right: [], link: '' }, ...most },
    })
  }
  return made
}
/** A copy of the row without these fields. */
const without = (row: Plain, hidden: ReadonlySet<string> = new Set()): Plain => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)))
async function rowsOf({ ctx, plain }: Filling, e: Entity, where: Plain, names: readonly string[], sort?: string): Promise<Plain[]> {
  const rows = (await ctx.db.visibleFor(e, permissionKey(e, 'list')).all(where as never, sort ? { sort: [sort] } : {})) as unknown as Plain[]
  await presentRecords(ctx, e, rows, undefined, plain ? protectedFields(e) : undefined)
  await titleLists(ctx, e, rows, names)
  return rows
}
function fieldsOf({ layout, holder }: Filling['template']): string[] {
  const named = layout.blocks.flatMap(block => {
    if (block.kind === 'table' || block.kind === 'signed' || block.kind === 'sections') return []
    return block.kind === 'grid' ? block.fields : placesIn(block.text)
  })
  return [...new Set([holder, ...named])]
}
/** Display texts as in exports; S2 fields only when printed unmasked and permitted. */
async function wordsFor({ ctx, plain }: Filling, e: Entity, names: readonly string[]): Promise<Words> {
  const fields = new Map(shownFields(e))
  const readable = (name: string): boolean => {
    const field = fields.get(name)
    return field !== undefined && (field.options.sensitivity !== 'S2' || (plain && ctx.me.permissions.has(permissionKey(e, 'reveal'))))
  }
  const columns = new Map<string, ExportColumn>()
  const wanted = names.filter(readable)
  if (wanted.length) for (const c of await exportColumns(ctx.db, e, ctx.me, Object.fromEntries(wanted.map(n => [n, n])), ctx.lang)) columns.set(c.field, c)
  return (row, name) => {
    const value = columns.get(name)?.read(row)
    if (value === null || value === undefined) return ''
    const kind = fields.get(name)?.kind
    if (kind === 'rich') return wordsOfRich(String(value))
    return kind === 'money' ? Number(value).toFixed(2) : String(value)
  }
}
const labelOf = (ctx: KernelCtx, field: Field | undefined, own?: string): string => translate(ctx.lang, own ?? field?.label ?? '')

/** Child rows as text, by parent row. */
async function childrenOf(filling: Filling, block: TableBlock, ids: readonly string[]): Promise<Map<string, string[][]>> {
  const { ctx, template } = filling
  const e = childOf(block)
  if (!ctx.me.permissions.has(permissionKey(e, 'list'))) throw printRefusal('noTable', { label: translate(ctx.lang, e.label), name: translate(ctx.lang, template.name) }, 403)
  const words = await wordsFor(filling, e, block.fields)
  const below = Map.groupBy(await rowsOf(filling, e, { [block.by]: ids }, block.fields, block.sort), row => row[block.by] as string)
  return new Map([...below].map(([of, rows]) => [of, rows.map(row => block.fields.map(name => words(row, name)))]))
}
function childOf(block: TableBlock): Entity {
  if (!hasEntity(block.of)) throw new Error(`print template names an unknown entity ${block.of}`)
  return entityNamed(block.of)
}
async function partOf(
  filling: Filling,
  block: Exclude<Block, SignedBlock | SectionsBlock>,
  row: Plain,
  words: Words,
  lines: string[][],
  seal: Uint8Array | undefined,
): Promise<Part> {
  const { ctx, entity, school } = filling
  const title = 'title' in block && block.title ? translate(ctx.lang, block.title) : ''
  if (block.kind === 'table') {
    const e = childOf(block)
    return { kind: 'table', title, head: block.fields.map(n => labelOf(ctx, e.fields[n], block.labels?.[n])), rows: lines, blank: block.blank ?? 0 }
  }
  if (block.kind === 'grid') {
    const photo = await photoOf(filling, block, row)
    return {
      kind: 'grid',
      title,
      columns: block.columns ?? 2,
      cells: block.fields.map(n => [labelOf(ctx, entity.fields[n], block.labels?.[n]), words(row, n)] as const),
      ...(photo ? { photo } : {}),
      ...(block.lines ? { lines: block.lines } : {}),
    }
  }
  const places = { school, today: today(), ...Object.fromEntries(Object.keys(entity.fields).map(n => [n, words(row, n)])) }
  const text = fill(translate(ctx.lang, block.text), places)
  return block.kind === 'text' ? { kind: 'text', text, align: block.align ?? 'left' } : { kind: 'seal', text, date: dateIn(ctx.lang, today()), ...(seal ? { image: seal } : {}) }
}
async function photoOf(filling: Filling, block: GridBlock, row: Plain): Promise<{ words: string; image?: Uint8Array } | undefined> {
  if (!block.photo) return undefined
  const files = block.photo.field ? row[block.photo.field] : undefined
  const image = await imageOf(filling, Array.isArray(files) && typeof files[0] === 'string' ? files[0] : null, false)
  return { words: translate(filling.ctx.lang, '照片'), ...(image ? { image } : {}) }
}
