import { openWorkbook } from '#server/spreadsheets/read.ts'

/** Cells of the first sheet as texts, row by row. */
export async function readWorkbook(path: string): Promise<string[][]> {
  const book = await openWorkbook(path, 'x.xlsx')
  const rows: string[][] = []
  if (book.sheets[0])
    for await (const portion of book.rows(book.sheets[0])) rows.push(...portion.map(row => Array.from(row.cells, cell => (cell === undefined ? '' : String(cell)))))
  book.close()
  return rows
}
