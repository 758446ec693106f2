import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { decode } from 'iconv-lite'
import { openWorkbook } from '#server/spreadsheets/read.ts'
import { sheetRefusal } from '#server/spreadsheets/texts.ts'
import type { Profile } from './write-file.ts'

export const READABLE = ['xlsx', 'xls', 'csv', 'txt'] as const
/** How a file that is no workbook is written. */
export type Plainly = Pick<Profile, 'charset' | 'delimiter'>
const MOST_ROWS = 200_000
const OLE = 'd0cf11e0a1b11ae1'

/** The rows of a file as texts, whatever its format: xlsx by the kernel's reader, which measures what it unpacks; others by a library, in memory. */
export async function readTable(path: string, name: string, plainly: Plainly, most = MOST_ROWS): Promise<string[][]> {
  if (/\.xlsx$/i.test(name)) return ofWorkbook(path, name, most)
  const bytes = await readFile(path)
  if (/\.xls$/i.test(name)) return ofOldWorkbook(bytes, name)
  const text = decode(bytes, plainly.charset === 'gbk' ? 'gbk' : 'utf8')
  return asRows(() => read(text, { type: 'string', raw: true, dense: true, FS: /\.csv$/i.test(name) ? ',' : plainly.delimiter || '|' }))
}
async function ofWorkbook(path: string, name: string, most: number): Promise<string[][]> {
  const book = await openWorkbook(path, name)
  try {
    const sheet = book.sheets.find(s => s.visible)
    if (!sheet) throw sheetRefusal('noSheet')
    const rows: string[][] = []
    for await (const batch of book.rows(sheet)) {
      for (const { number, cells } of batch) rows[number - 1] = Array.from(cells, c => (typeof c === 'object' ? ('serial' in c ? String(c.serial) : '') : String(c ?? '').trim()))
      if (rows.length > most) break
    }
    return Array.from(rows.slice(0, most), row => row ?? [])
  } finally {
    book.close()
  }
}
/** Only what really is an old workbook: a zip by that name would be unpacked without measure. */
function ofOldWorkbook(bytes: Buffer, name: string): string[][] {
  if (bytes.subarray(0, 8).toString('hex') !== OLE) throw sheetRefusal('notXlsx', { name })
  return asRows(() => read(bytes, { type: 'buffer', dense: true, sheetRows: MOST_ROWS }))
}
function asRows(open: () => ReturnType<typeof read>): string[][] {
  try {
    const book = open()
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    const rows = sheet ? (utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '', blankrows: true }) as unknown[][]) : []
    return rows.map(row => row.map(cell => String(cell ?? '').trim()))
  } catch (error) {
    throw sheetRefusal('damaged', { detail: error instanceof Error ? error.message.slice(0, 100) : '' })
  }
}
