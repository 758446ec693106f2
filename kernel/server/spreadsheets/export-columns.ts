import { datetimeText } from '#fields/datetime/sheet.ts'
import { MODELS } from '#fields/models.ts'
import { SHEETS } from '#fields/sheets.ts'
import { type Entity, type Field, type HEAD_FIELDS, labelKey, permissionKey, Refusal, shownFields } from '#model'
import type { Db, Lang, Principal } from '../context.ts'
import { translate } from '../i18n/translate.ts'
import { sheetIssue } from './texts.ts'
import type { SheetColumn, Value } from './write.ts'

/** An export column: how to read its value from a presented row. */
export interface ExportColumn {
  /** Key from the request. */
  key: string
  /** Source field. */
  field: string
  sheet: SheetColumn
  read(row: Readonly<Record<string, unknown>>): Value
}
const HEAD_LABELS: ReadonlyMap<string, string> = new Map<(typeof HEAD_FIELDS)[number], string>([
  ['createdAt', '创建时间'],
  ['updatedAt', '更新时间'],
])

/** Export columns from the header map of a request; undeclared, hidden or forbidden columns are refused, never dropped silently. */
export async function exportColumns(db: Db, e: Entity, me: Principal, header: Readonly<Record<string, unknown>>, lang: Lang): Promise<ExportColumn[]> {
  const shown = new Map(shownFields(e))
  const names = new Map([...shown].filter(([, f]) => f.kind === 'ref').map(([n]) => [labelKey(n), n]))
  const wanted = Object.keys(header).length ? Object.keys(header) : defaults(e)
  const made: ExportColumn[] = []
  for (const key of wanted) {
    const field = shown.has(key) ? key : (names.get(key) ?? key)
    const declared = shown.get(field)
    const head = HEAD_LABELS.get(field)
    if (!declared && !head) throw new Refusal(400, [{ ...sheetIssue('unknownExport', { key: key.slice(0, 60) }), field: key.slice(0, 60) }])
    if (declared?.options.sensitivity === 'S2' && !me.permissions.has(permissionKey(e, 'reveal')))
      throw new Refusal(403, [sheetIssue('deniedExport', { label: declared.label }, field)])
    const given = header[key]
    const title = typeof given === 'string' && given.trim() ? given : translate(lang, declared?.label ?? head ?? key)
    made.push({ key, field, sheet: { ...titles(title), kind: (declared && SHEETS[declared.kind].cell) ?? 'text' }, read: await reader(db, field, declared, lang) })
  }
  return made
}
const defaults = (e: Entity): string[] =>
  shownFields(e)
    .filter(([, f]) => f.options.sensitivity !== 'S2' && MODELS[f.kind].isTabular)
    .map(([n]) => n)
/** Splits a comma-separated title: the last part is the column's title, the others are merged group headers above. */
function titles(text: string): Pick<SheetColumn, 'title' | 'groups'> {
  const parts = text.split(/[,，]/).map(t => t.trim().slice(0, 100))
  return { title: parts.at(-1) ?? '', groups: parts.slice(0, Math.min(parts.length - 1, 4)) }
}
type Reading = (value: unknown) => Value
async function reader(db: Db, name: string, field: Field | undefined, lang: Lang): Promise<ExportColumn['read']> {
  if (field?.kind === 'ref') return row => (row[labelKey(name)] as string | null | undefined) ?? null
  const show = await reading(db, field, lang)
  return row => {
    const value = row[name]
    return value === null || value === undefined ? null : show(value)
  }
}
async function reading(db: Db, field: Field | undefined, lang: Lang): Promise<Reading> {
  return field ? SHEETS[field.kind].show(field, { db, lang }, of => reading(db, of, lang)) : datetimeText
}
