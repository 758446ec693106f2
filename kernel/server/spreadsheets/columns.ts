import { createHash } from 'node:crypto'
import { wordings } from '#fields/field-sheet.ts'
import { MODELS } from '#fields/models.ts'
import { type Entity, entityNamed, type Field, givenFields, hasEntity, type Issue } from '#model'
import type { Lang } from '../context.ts'
import type { ImportHooks } from './rules.ts'
import { sheetIssue } from './texts.ts'

/** A column that can be imported. */
export interface ImportColumn {
  name: string
  field: Field
  label: string
  required: boolean
}
/** Importable columns: input fields of kinds that fit into a cell. */
export function importColumns(e: Entity, { without, derives, requires }: Pick<ImportHooks<Entity>, 'without' | 'derives' | 'requires'> = {}): ImportColumn[] {
  const isRequired = (name: string, { options }: Field): boolean =>
    !derives?.fields.includes(name) && ((options.required === true && options.initial === undefined) || requires?.includes(name) === true)
  return givenFields(e)
    .filter(([name, f]) => !f.options.secret && fits(f) && !without?.includes(name))
    .map(([name, field]) => ({ name, field, label: field.label, required: isRequired(name, field) }))
}
const fits = ({ kind, options: { of } }: Field): boolean => MODELS[kind].isTabular && (kind !== 'list' || (of !== undefined && of.kind !== 'list' && fits(of)))

/** Fields that identify an existing row; without any, every row is inserted. */
export const naturalKey = (e: Entity): readonly string[] => e.options.importKey ?? e.options.unique?.[0] ?? []

/** Hash of the columns, stored in templates to detect outdated ones. */
export function templateVersion(e: Entity, columns: readonly ImportColumn[]): string {
  const shape = columns.map(c => `${c.name}|${c.label}|${c.field.kind}|${c.required}`).join('\n')
  return `${e.name}:${createHash('sha256').update(shape).digest('hex').slice(0, 12)}`
}
export const VERSION_PROPERTY = 'qinglan'

/** Normalises a header: without spaces, stars and notes in brackets, full-width characters converted. */
export const plainHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\([^)]*\)$/, '')
    .toLowerCase()

/** Columns added by error sheets; ignored when a corrected one is uploaded. */
export const LINE_TITLE = '原行号'
export const REASON_TITLE = '错误原因'

/** Expected content of a sheet. */
export interface Expected {
  columns: readonly ImportColumn[]
  /** Alternative natural keys: a sheet with all fields of one need not have the first. */
  keys: ReadonlyArray<readonly string[]>
  lang: Lang
}
export const expected = (e: Entity, hooks: ImportHooks<Entity>, lang: Lang): Expected => ({ columns: importColumns(e, hooks), keys: hooks.keys ?? [], lang })
export interface HeaderMatch {
  /** Column index → import column. */
  columns: Map<number, ImportColumn>
  issues: Issue[]
}
/** Matches headers by text (Chinese, English or the reader's language), regardless of position. */
export function matchHeader(e: Entity, { columns, keys, lang }: Expected, header: ReadonlyArray<string | undefined>): HeaderMatch {
  const known = aliases(columns, lang)
  const added = new Set([LINE_TITLE, REASON_TITLE].flatMap(title => spellings(title, lang)))
  const kept = new Map(
    Object.entries(e.fields)
      .filter(([n]) => !columns.some(c => c.name === n))
      .flatMap(([, f]) => spellings(f.label, lang).map(s => [s, f] as const)),
  )
  const found = new Map<number, ImportColumn>()
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  header.forEach((text, at) => {
    const plain = text ? plainHeader(text) : ''
    if (!plain || (added.has(plain) && !known.has(plain))) return
    const column = known.get(plain)
    if (!column) {
      issues.push(kept.has(plain) ? sheetIssue('readonlyColumn', { header: text }) : sheetIssue('unknownColumn', { header: text, known: columns.map(c => c.label).join('、') }))
      return
    }
    const first = seen.get(column.name)
    if (first !== undefined) issues.push(sheetIssue('duplicateColumn', { header: text, first: first + 1, second: at + 1 }))
    seen.set(column.name, at)
    found.set(at, column)
  })
  const hasOtherKey = keys.some(key => key.every(name => seen.has(name)))
  for (const name of hasOtherKey ? [] : naturalKey(e)) {
    const column = columns.find(c => c.name === name)
    if (column && found.size && !seen.has(name) && column.field.options.initial === undefined) issues.push(sheetIssue('missingColumn', { label: column.label }, name))
  }
  return { columns: found, issues }
}
const spellings = (label: string, lang: Lang): string[] => [...new Set(wordings(label, lang).map(plainHeader))]
/** Header aliases: labels, and for references the target's names (`班级名称`, `班级编号`). Labels take precedence. */
function aliases(columns: readonly ImportColumn[], lang: Lang): Map<string, ImportColumn> {
  const made = new Map<string, ImportColumn>()
  for (const c of columns) for (const text of spellings(c.label, lang)) if (!made.has(text)) made.set(text, c)
  for (const c of columns) {
    if (c.field.kind !== 'ref') continue
    for (const text of [...REF_ENDINGS.map(end => c.label + end), ...targetLabels(c)]) if (!made.has(plainHeader(text))) made.set(plainHeader(text), c)
  }
  return made
}
const REF_ENDINGS = ['名称', '编号', '代码', '号']
function targetLabels(c: ImportColumn): string[] {
  const to = c.field.options.to
  if (!to || !hasEntity(to)) return []
  const target = entityNamed(to)
  return [target.options.title, ...naturalKey(target)].flatMap(name => {
    const label = target.fields[name]?.label
    return label ? [`${c.label}${label}`] : []
  })
}
