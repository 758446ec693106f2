import type { Readable } from 'node:stream'
import type { Lang } from '../context.ts'
import { formatIssue, translate } from '../i18n/translate.ts'
import { LINE_TITLE, REASON_TITLE } from './columns.ts'
import type { LocatedHeader } from './header.ts'
import type { Cell, SheetRow, Workbook } from './read.ts'
import type { Faults } from './row-issues.ts'
import { type Value, writeWorkbook } from './write.ts'

/** The failed rows as uploaded, with line number and errors; can be corrected and uploaded again. */
export function errorSheet(book: Workbook, found: LocatedHeader, faults: Faults, lang: Lang): Readable {
  const columns = found.header.map(title => ({ title: title ?? '' }))
  return writeWorkbook({
    name: translate(lang, '错误清单'),
    columns: [...columns, { title: translate(lang, LINE_TITLE), width: 10 }, { title: translate(lang, REASON_TITLE), width: 80 }],
    rows: failedRows(book, found, faults, lang, columns.length),
  })
}
async function* failedRows(book: Workbook, found: LocatedHeader, faults: Faults, lang: Lang, width: number): AsyncGenerator<Value[][]> {
  for await (const batch of book.rows(found.sheet)) {
    const failed = batch.filter(row => row.number > found.headerRow && faults.has(row.number))
    if (failed.length)
      yield failed.map(row => [
        ...cellsOf(row, width),
        row.number,
        faults
          .of(row.number)
          .map(issue => formatIssue(lang, issue))
          .join(lang === 'en' ? '; ' : '；'),
      ])
  }
}
const cellsOf = (row: SheetRow, width: number): Value[] => Array.from({ length: width }, (_, i) => plain(row.cells[i]))
function plain(cell: Cell | undefined): Value {
  if (cell === undefined || typeof cell === 'string' || typeof cell === 'number') return cell
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('unusable' in cell) return cell.text
  const iso = new Date(Date.UTC(1899, 11, 30) + Math.round(cell.serial * 86_400) * 1000).toISOString()
  if (cell.serial < 1) return iso.slice(11, 16)
  return Number.isInteger(cell.serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}
