import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { arrivalSlot } from '../../arrivals/model/slot.ts'
import { wallFlow } from '../model/measures.ts'
import { comers, shownBatch } from './shown-batch.ts'

const BIN_MS = 600_000
const NOTHING = { from: null, arrived: [], planned: [] }
/** Arrivals of today and what the slots expect, from the first of either to the last or now. */
export default computeMeasure(wallFlow, async ctx => {
  const { db, now } = ctx
  const batch = await shownBatch(ctx)
  if (!batch) return NOTHING
  const begin = Date.parse(schoolInstant(today(now)))
  const rows = await db.query<{
    bin: number
    count: number
  }>(sql`select floor(extract(epoch from x.arrived_at - ${schoolInstant(today(now))}::timestamptz) / ${BIN_MS / 1000})::int as bin, count(*)::int as count
    from ${comers(ctx, batch.id)} x where x.arrived_at >= ${schoolInstant(today(now))}::timestamptz group by 1`)
  const slots = (await db.unscoped(arrivalSlot).all({ batchId: batch.id })) // spans of time without data of students
    .map(s => ({ from: Date.parse(s.from), to: Date.parse(s.to), taken: s.taken }))
    .filter(s => s.to > begin && s.from < begin + DAY_MS)
  if (!rows.length && !slots.length) return NOTHING
  const binOf = (at: number): number => Math.max(0, Math.min(Math.floor((at - begin) / BIN_MS), DAY_MS / BIN_MS - 1))
  const first = Math.min(...rows.map(r => r.bin), ...slots.map(s => binOf(s.from)))
  const last = Math.max(...rows.map(r => r.bin), ...slots.map(s => binOf(s.to - 1)))
  const bins = Array.from({ length: last - first + 1 }, (_, n) => begin + (first + n) * BIN_MS)
  const byBin = new Map(rows.map(r => [r.bin, r.count]))
  const planned = (at: number): number => slots.reduce((sum, s) => sum + (s.taken * Math.max(0, Math.min(s.to, at + BIN_MS) - Math.max(s.from, at))) / (s.to - s.from), 0)
  return { from: new Date(bins[0] ?? begin).toISOString(), arrived: bins.map((_, n) => byBin.get(first + n) ?? 0), planned: bins.map(at => Math.round(planned(at))) }
})
