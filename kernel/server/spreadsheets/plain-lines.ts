import { read, utils } from '@e965/xlsx'
import { decode } from 'iconv-lite'
import { DAY_MS } from '#model/days.ts'
import { openWorkbook } from './read.ts'

const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
/** What a file may hold; a larger one fails with this message. */
export const TOO_LARGE = 'too large'

/** Lines of the first sheet of a workbook as trimmed texts, for files whose columns are found by a program of ours. */
export async function workbookLines(path: string, name: string, most: number): Promise<string[][]> {
  const book = await openWorkbook(path, name)
  const lines: string[][] = []
  try {
    const [sheet] = book.sheets
    if (!sheet) return []
    for await (const batch of book.rows(sheet)) {
      lines.push(...batch.map(row => Array.from(row.cells, textOf)))
      if (lines.length > most) throw new Error(TOO_LARGE)
    }
    return lines
  } finally {
    book.close()
  }
}
/** Lines of a dBase file, its field names first. The library gives a character for each byte, and these files are GBK whatever their head says. */
export function dbaseLines(bytes: Buffer, most: number): string[][] {
  const { Sheets, SheetNames } = read(bytes, { type: 'buffer', dense: true, dateNF: 'yyyy-mm-dd', sheetRows: most })
  const sheet = Sheets[SheetNames[0] ?? '']
  const rows = sheet ? (utils.sheet_to_json(sheet, { header: 1, raw: false, defval: '' }) as unknown[][]) : []
  return rows.map(row => row.map(cell => decode(Buffer.from(String(cell ?? ''), 'latin1'), 'gbk').trim()))
}
function textOf(cell: unknown): string {
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) return new Date(EXCEL_EPOCH + Number(cell.serial) * DAY_MS).toISOString().slice(0, 19)
  return typeof cell === 'object' || cell === undefined ? '' : String(cell).trim()
}
