import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { enqueueTask } from '#server/jobs/background-task.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterBatch } from '../model/letter-batch.ts'
import { lastOf, numberIn, type Series, seriesOf } from '../model/numbers.ts'
import { mustBeComplete, type Run } from './complete.ts'
import { settingsOf } from './settings.ts'

export const QUEUE = 'letter.make'
interface Planned {
  id: string
  level: string | null
  letterNo: string | null
}
/** 30-LT1: once a run is approved its letters have numbers and a place in a print batch, in print order and all in one transaction; then the batches are made one by one. */
export async function planBatches(db: Db, run: Run): Promise<void> {
  const ids = await mustBeComplete(db, run)
  const locked = await db.unscoped(admissionLetter).lockAll(ids) // of the approved run
  const byId = new Map(locked.map(l => [l.id, l]))
  const rows = ids.flatMap(id => byId.get(id) ?? [])
  const numbers = await numbered(db, run.year, rows)
  const size = (await settingsOf(db))['print.batch']
  for (let from = 0; from < rows.length; from += size) {
    const part = rows.slice(from, from + size)
    const batchNo = `${run.year}-${String(await takeNext(db, 'letter_series', `batch ${run.year}`)).padStart(3, '0')}`
    const { id: batchId } = await db.insert(letterBatch, {
      ...{ batchNo, runId: run.id, year: run.year, count: part.length, orderedBy: run.makerId },
      ...{ firstNo: numbers.get(part[0]?.id ?? '') ?? '', lastNo: numbers.get(part.at(-1)?.id ?? '') ?? '' },
    })
    const { template, edition } = run
    await db.updateMany(
      admissionLetter,
      part.map(({ id }, i) => ({ id, batchId, seq: i + 1, template, edition, letterNo: numbers.get(id) ?? null })),
    )
    await enqueueTask(db, QUEUE, batchId, {})
  }
}
function seriesIn(pattern: string, of: { year: number; level: string }): Series {
  const series = seriesOf(pattern, of)
  if (!series) throw refusalOf(admissionLetter, 'pattern', { pattern, seq: '{seq5}' })
  return series
}
/** A run that could not be numbered is not asked for. */
export async function mustCount(db: Db, year: number): Promise<void> {
  seriesIn((await settingsOf(db)).pattern, { year, level: '' })
}
/** Numbers of these letters, each series going on where it stands; one that is issued again has its number. */
async function numbered(db: Db, year: number, rows: readonly Planned[]): Promise<Map<string, string>> {
  const { pattern } = await settingsOf(db)
  const numbers = new Map(rows.flatMap(r => (r.letterNo ? [[r.id, r.letterNo] as const] : [])))
  const fresh = Map.groupBy(
    rows.filter(r => !r.letterNo),
    r => r.level ?? '',
  )
  // in the order of their series, so that two runs at once cannot wait for each other
  for (const [level, of] of [...fresh].sort(([a], [b]) => a.localeCompare(b))) {
    const series = seriesIn(pattern, { year, level })
    const first = await takeNext(db, 'letter_series', series.series, of.length)
    const left = lastOf(series.digits) - first + 1
    if (left < of.length) throw refusalOf(admissionLetter, 'full', { pattern, left: Math.max(0, left), count: of.length })
    for (const [i, { id }] of of.entries()) numbers.set(id, numberIn(series, first + i))
  }
  return numbers
}
