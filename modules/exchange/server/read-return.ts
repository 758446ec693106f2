import { dateText, writtenDate } from '#fields/date/sheet.ts'
import { type Field, type Fields, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { withUpload } from '#server/files/uploaded.ts'
import type { ProfileColumn } from '../model/columns.ts'
import { exportProfile } from '../model/profile.ts'
import { datasetNamed } from './datasets.ts'
import { READABLE, readTable } from './read-table.ts'
import { titlesOf } from './template.ts'

/** A line of a file that came back: what its columns say, by the names of fields and results. Amounts in fen. */
export interface ReturnedRow {
  line: number
  values: Readonly<Record<string, string | number>>
}
export interface Returned {
  name: string
  sha256: string
  /** Fields of the natural key that the profile names. */
  keys: readonly string[]
  rows: ReturnedRow[]
}
const fen = (text: string): number => Math.round(Number(text.replace(/[,，¥￥\s]/g, '')) * 100)
/** A day in any usual way of writing it, as spreadsheets are read; of a date in a workbook its number came. A time of day is left off. */
const day = (text: string): string => (/^\d{5}(\.\d+)?$/.test(text) ? dateText(Number(text)) : writtenDate(text.replace(/[T ]\d{1,2}:\d{2}.*$/, ''))) ?? text
function ourValue(field: Field | undefined, text: string, format: ProfileColumn['format']): string | number {
  if (field?.kind === 'date') return day(text)
  if (field?.kind !== 'money') return text
  return format === 'fen' ? Number(text) : fen(text)
}
/** A text that a spreadsheet program was kept from taking for a formula. */
const plain = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text)

/** 40-X5: reads a receiver's file by the profile it was exported with: the same titles, codes and formats, the other way round. */
export async function readReturn(db: Db, profileId: string, fileId: string): Promise<Returned> {
  const profile = await db.unscoped(exportProfile).one(profileId) // formats only
  const of = datasetNamed(db, profile.dataset)
  const columns = (profile.columns ?? []).filter(c => c.source === 'field' || c.source === 'result')
  const keys = columns.flatMap(c => (c.isKey && c.field ? [c.field] : []))
  if (!keys.length) throw refusalOf(exportProfile, 'noKey')
  if (!columns.some(c => c.source === 'result')) throw refusalOf(exportProfile, 'noResult')
  return withUpload(db, fileId, READABLE, async ({ path, name, sha256 }) => {
    const table = await readTable(path, name, profile)
    const titles = titlesOf(table, profile.headerRows).map(t => t.title)
    const at = columns.map(c => titles.indexOf(c.title))
    const lacking = columns.filter((c, n) => at[n] === -1 && (c.isKey || c.source === 'result'))
    if (lacking.length) throw refusalOf(exportProfile, 'titles', { titles: lacking.map(c => c.title).join('”“') })
    const fields: Fields = { ...of.fields, ...of.result }
    const rows = table.slice(profile.headerRows).flatMap((cells, n) => {
      const values = columns.flatMap((c, i) => {
        const text = plain((cells[at[i] ?? -1] ?? '').trim())
        if (!text || !c.field) return []
        const ours = Object.entries(c.codes ?? {}).find(([, theirs]) => theirs === text)?.[0] ?? text
        return [[c.field, ourValue(fields[c.field], ours, c.format)] as const]
      })
      // a sum at the end has no key
      return keys.every(key => values.some(([name]) => name === key)) ? [{ line: profile.headerRows + n + 1, values: Object.fromEntries(values) }] : []
    })
    return { name, sha256, keys, rows }
  })
}
