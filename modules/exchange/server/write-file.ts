import { buffer } from 'node:stream/consumers'
import { utils, write } from '@e965/xlsx'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { decode, encode } from 'iconv-lite'
import type { Row } from '#model'
import { writeWorkbook } from '#server/spreadsheets/write.ts'
import type { ProfileColumn } from '../model/columns.ts'
import type { exportProfile } from '../model/profile.ts'
import { type Cell, textOf } from './cells.ts'

export type Profile = Row<typeof exportProfile>
export interface Table {
  name: string
  columns: readonly ProfileColumn[]
  rows: ReadonlyArray<readonly Cell[]>
}
const FORMULA_LIKE = /^[=+\-@\t\r]/
/** 40-X3: a text that a spreadsheet would take for a formula. Workbooks mark the cell; a text file begins it with an apostrophe. */
const neutral = (cell: Cell): string => (typeof cell === 'string' && FORMULA_LIKE.test(cell) ? `'${cell}` : textOf(cell))
const numberOf = (cell: Cell): number | null => (cell === null || typeof cell === 'string' ? null : 'fen' in cell ? cell.fen / 100 : cell.number)
const isAmount = (rows: Table['rows'], at: number): boolean => rows.some(row => typeof row[at] === 'object' && row[at] !== null && 'fen' in row[at])

/** The last row: what amounts come to. */
export function sumRowOf({ columns, rows }: Table): Cell[] {
  const sums = columns.map(
    (_, at): Cell =>
      isAmount(rows, at) ? { fen: rows.reduce((sum, row) => sum + (typeof row[at] === 'object' && row[at] !== null && 'fen' in row[at] ? row[at].fen : 0), 0) } : null,
  )
  const first = sums.indexOf(null)
  return sums.map((cell, at) => (at === first ? '合计' : cell))
}
const xlsx = ({ name, columns, rows }: Table): Promise<Buffer> =>
  buffer(
    writeWorkbook({
      name,
      columns: columns.map(({ title, groups, required }, at) => ({
        title,
        ...(groups?.length ? { groups } : {}),
        ...(required ? { required } : {}),
        kind: isAmount(rows, at) ? ('money' as const) : rows.some(row => numberOf(row[at] ?? null) !== null) ? ('number' as const) : ('text' as const),
      })),
      rows: [rows.map(row => row.map(cell => numberOf(cell) ?? textOf(cell)))],
    }),
  )
/** Header rows as plain cells, for formats without merged ones. */
function heads(columns: readonly ProfileColumn[]): string[][] {
  const depth = Math.max(1, ...columns.map(c => (c.groups?.length ?? 0) + 1))
  return Array.from({ length: depth }, (_, level) => columns.map(c => (level === depth - 1 ? c.title : (c.groups?.[level] ?? ''))))
}
const xlsCell = (cell: Cell) => {
  const number = numberOf(cell)
  if (number === null) return { t: 's' as const, v: textOf(cell), z: '@' }
  return { t: 'n' as const, v: number, z: cell !== null && typeof cell === 'object' && 'fen' in cell ? '0.00' : '0' }
}
function xls({ name, columns, rows }: Table): Buffer {
  const sheet = utils.aoa_to_sheet([...heads(columns).map(row => row.map(v => xlsCell(v))), ...rows.map(row => row.map(xlsCell))])
  return write({ SheetNames: [name.slice(0, 31)], Sheets: { [name.slice(0, 31)]: sheet } }, { bookType: 'biff8', type: 'buffer' }) as Buffer
}
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
function plain({ columns, rows }: Table, { format, charset, delimiter }: Profile): Buffer {
  const isCsv = format === 'csv'
  const between = isCsv ? ',' : delimiter || '|'
  // a text file knows no quotes: a delimiter or an end of line inside a cell would make another one
  const cell = (text: string): string => (isCsv ? quoted(text) : text.replaceAll(between, ' ').replace(/[\r\n]+/g, ' '))
  const lines = [...heads(columns), ...rows.map(row => row.map(neutral))].map(row => row.map(cell).join(between))
  const text = `${lines.join('\r\n')}\r\n`
  return charset === 'gbk' ? encode(text, 'gbk') : Buffer.from(`${isCsv ? '\ufeff' : ''}${text}`)
}
/** First character of a text that a charset lacks. */
export const lackingIn =
  ({ format, charset }: Pick<Profile, 'format' | 'charset'>) =>
  (text: string): string | undefined =>
    charset === 'gbk' && (format === 'csv' || format === 'txt') ? [...text].find(c => c !== '?' && decode(encode(c, 'gbk'), 'gbk') !== c) : undefined

/** One file in the receiver's format. */
export async function fileOf(profile: Profile, table: Table): Promise<Buffer> {
  const summed = profile.sumRow && table.rows.length ? { ...table, rows: [...table.rows, sumRowOf(table)] } : table
  if (profile.format === 'xlsx') return xlsx(summed)
  return profile.format === 'xls' ? xls(summed) : plain(summed, profile)
}
/** Several files, or one that is protected by a password (AES-256), as a zip. */
export async function zipOf(files: ReadonlyArray<{ name: string; content: Buffer }>, password?: string): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...(password ? { password, encryptionStrength: 3 } : {}) })
  for (const { name, content } of files) await zip.add(name, new Uint8ArrayReader(content))
  return Buffer.from(await zip.close())
}
