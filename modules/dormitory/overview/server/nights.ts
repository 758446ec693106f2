import sql, { type Sql } from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { nightCount, nightLine } from '../../nights/model/night-line.ts'
import { screenNights, screenTonight } from '../model/measures.ts'

const HALF_DAY_MS = 12 * HOUR_MS
const NIGHTS = 14
/** The night containing a moment: from noon to noon. */
export const nightAt = (now: Date): string => today(new Date(now.getTime() - HALF_DAY_MS))
interface Sums {
  present: number
  late: number
  absent: number
  pending: number
  excused: number
}
const NONE: Sums = { present: 0, late: 0, absent: 0, pending: 0, excused: 0 }
/** A line's result as known at a moment of its night: nothing before it was seen, nobody missing before the cut-off. */
const resultAt = (
  now: Date,
): Sql => sql`case when result = 'excused' then result when result = 'absent' then case when coalesce(opened_at, seen_at, night_date + interval '24 hours') <= ${now.toISOString()}::timestamptz then result else 'pending' end
  when coalesce(seen_at, night_date + interval '14 hours') <= ${now.toISOString()}::timestamptz then result else 'pending' end`
/** Tonight's lines by result; the previous night's before the roster exists. */
const tonight = computeMeasure(screenTonight, async ({ db, now, isReplay }) => {
  const night = nightAt(now)
  const lines = db.visible(nightLine).rows()
  const [newest] = await db.query<{ date: string | null }>(
    sql`select to_char(night_date, 'YYYY-MM-DD') as date from ${lines} l where night_date between ${addDays(night, -NIGHTS)}::date and ${night}::date order by night_date desc limit 1`,
  )
  const nightDate = newest?.date ?? null
  const [sums = NONE] = nightDate
    ? await db.query<Sums>(sql`select count(*) filter (where result = 'present')::int as present, count(*) filter (where result = 'late')::int as late, count(*) filter (where result = 'absent')::int as absent,
        count(*) filter (where result = 'pending')::int as pending, count(*) filter (where result = 'excused')::int as excused
        from (select ${isReplay ? resultAt(now) : sql`result`} as result from ${lines} l where night_date = ${nightDate}::date) x`)
    : []
  // the most common curfew of the buildings
  const [hours] = nightDate
    ? await db.query<{ curfew: string }>(
        sql`select curfew from dorm_night where tenant_id = ${db.me.tenantId} and night_date = ${nightDate}::date group by curfew order by count(*) desc limit 1`,
      )
    : []
  const counted = sums.present + sums.late
  const expected = counted + sums.absent + sums.pending
  return {
    nightDate,
    isTonight: nightDate === night,
    curfew: hours ? new Date(hours.curfew).toISOString() : null,
    lines: expected + sums.excused,
    ...sums,
    percent: percentOf(counted, expected),
  }
})
/** Ended nights, from the stored totals. */
const nights = computeMeasure(screenNights, async ({ db, now }) => {
  const night = nightAt(now)
  const rows = await db.query<{
    date: string
    seen: number
    expected: number
  }>(sql`select to_char(night_date, 'YYYY-MM-DD') as date, sum(present + late)::int as seen, sum(present + late + absent)::int as expected
    from ${db.visible(nightCount).rows()} c where night_date >= ${addDays(night, -NIGHTS)}::date and night_date < ${night}::date group by night_date order by night_date`)
  const book = await calendarOf(db)
  return {
    nights: rows.flatMap(({ date, seen, expected }) => {
      const percent = percentOf(seen, expected)
      return percent === null ? [] : [{ date, percent, isFree: !isSchoolDayOn(book, addDays(date, 1)) }]
    }),
  }
})
export default [tonight, nights]
