import { percentOf } from '#model/percent.ts'
import type { Ctx } from '#server/context.ts'
import type { Question } from '../model/question.ts'
import { hiddenCells, shownCounts, withTotals } from '../model/suppression.ts'
import { crossed, type Facet, facetOf, isCounted, leastOf, numbered, tallied } from './tally.ts'
import type { Survey } from './versions.ts'

export interface Result {
  key: string
  number: number
  title: string
  type: Question['type']
  answered: number | null
  bars: Array<{ key: string; label: string; n: number | null; percent: number | null }>
  mean: number | null
  nps: number | null
}
const PROMOTES = 9
const DETRACTS = 6
const round = (value: number): number => Math.round(value * 100) / 100
/** Mean of marks, and the net promoter score; of counts that are all shown. */
function marksOf(q: Question, counts: ReadonlyArray<{ key: string; n: number | null }>): Pick<Result, 'mean' | 'nps'> {
  if ((q.type !== 'scale' && q.type !== 'nps') || counts.some(c => c.n === null)) return { mean: null, nps: null }
  const all = counts.reduce((sum, c) => sum + (c.n ?? 0), 0)
  if (!all) return { mean: null, nps: null }
  const share = (is: (mark: number) => boolean): number => counts.reduce((sum, c) => sum + (is(Number(c.key)) ? (c.n ?? 0) : 0), 0) / all
  return {
    mean: round(counts.reduce((sum, c) => sum + Number(c.key) * (c.n ?? 0), 0) / all),
    nps: q.type === 'nps' ? Math.round((share(mark => mark >= PROMOTES) - share(mark => mark <= DETRACTS)) * 100) : null,
  }
}
function resultOf(q: Question, number: number, answered: number | null, counts: ReadonlyArray<{ key: string; label: string; n: number | null }>): Result {
  const bars = counts.map(c => ({ ...c, percent: c.n === null || !answered ? null : (percentOf(c.n, answered) ?? null) }))
  return { key: q.key, number, title: q.title, type: q.type, answered, bars, ...marksOf(q, counts) }
}
/** Counts of each question. Of a protected survey nothing under the smallest group is shown (60-SV6). */
export async function resultsOf(ctx: Ctx, row: Survey, questions: readonly Question[]): Promise<{ answers: number; questions: Result[] }> {
  const least = await leastOf(ctx, row)
  const { values, answered, all } = await tallied(ctx.db, row)
  const made = numbered(questions).map(({ q, number }) => {
    const n = answered.get(q.key) ?? 0
    const facet = facetOf(q)
    const counts = isCounted(q) ? facet.values.map(v => values.get(`${q.key} ${v.key}`) ?? 0) : []
    const shown = shownCounts(counts, least, facet.isSingle)
    return resultOf(
      q,
      number,
      n < least ? null : n,
      facet.values.slice(0, counts.length).map((v, i) => ({ ...v, n: n < least ? null : (shown[i] ?? null) })),
    )
  })
  return { answers: all, questions: made }
}
/** The same for the answers with one value of a facet: the row of each question's cross table, as that shows it. */
export async function filteredResults(ctx: Ctx, row: Survey, questions: readonly Question[], by: Facet, value: string): Promise<{ answers: number; questions: Result[] }> {
  const at = by.values.findIndex(v => v.key === value)
  const made: Result[] = []
  let answers = 0
  for (const { q, number } of numbered(questions)) {
    if (!isCounted(q)) continue
    const table = await shownCross(ctx, row, by, facetOf(q))
    const total = table.rows[at]?.total ?? null
    answers = Math.max(answers, total ?? 0)
    made.push(
      resultOf(
        q,
        number,
        total,
        table.columns.map((c, i) => ({ ...c, n: table.rows[at]?.cells[i] ?? null })),
      ),
    )
  }
  return { answers, questions: made }
}
/** A cross table as its reader may see it, and the counts it was made of. */
export async function shownCross(ctx: Ctx, row: Survey, rows: Facet, columns: Facet) {
  const least = await leastOf(ctx, row)
  const { cells, rowTotals, columnTotals, total } = await crossed(ctx.db, row, rows, columns)
  const table = withTotals(cells, rowTotals, columnTotals, total)
  const hidden = hiddenCells(table, least, { rows: columns.isSingle, columns: rows.isSingle })
  const shown = table.map((line, r) => line.map((n, c) => (hidden[r]?.[c] ? null : n)))
  const last = shown.at(-1) ?? []
  return {
    columns: columns.values,
    rows: rows.values.map((v, r) => ({ ...v, cells: shown[r]?.slice(0, -1) ?? [], total: shown[r]?.at(-1) ?? null })),
    totals: last.slice(0, -1),
    total,
    cells,
    isGuarded: least > 0,
  }
}
