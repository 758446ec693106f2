import sql, { type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { computeMeasure } from '#server/measures/compute-measure.ts'
import { GRADES, type Grade } from '../../checks/model/items.ts'
import { checkRecord, checkTask } from '../../checks/model/record.ts'
import { inspectDorms, inspectGrades, inspectLost, inspectProgress, inspectRechecks, inspectWeeks } from '../model/inspect-measures.ts'
import { dormNames } from './dorm-names.ts'

const MOST_TASKS = 4
const MOST_ITEMS = 8
const WEEKS = 12
const DAYS = 7
/** Records counted for a week: valid health checks. */
const counting = (db: Db): Sql => sql`(select * from ${db.visible(checkRecord).rows()} c where kind = 'health' and is_valid)`
/** The week displayed: the current one, or the last with any check. */
export async function weekShown(db: Db, now: Date): Promise<{ week: string | null; isThisWeek: boolean }> {
  const own = mondayOf(today(now))
  const [row] = await db.query<{ week: string }>(sql`select to_char(week, 'YYYY-MM-DD') as week from ${counting(db)} c where week <= ${own}::date order by week desc limit 1`)
  return { week: row?.week ?? null, isThisWeek: row?.week === own }
}
interface Task {
  id: string
  name: string
  rooms: number
}
const openTasks = (db: Db, now: Date, more: Sql): Promise<Task[]> =>
  db.query<Task>(sql`select id, name, room_count as rooms from ${db.visible(checkTask).rows()} t
    where state = 'published' and begin_time <= ${now.toISOString()}::timestamptz and end_time > ${now.toISOString()}::timestamptz and ${more} order by end_time, id`)
async function doneOf(db: Db, tasks: readonly Task[]): Promise<Map<string, { done: number; failed: number }>> {
  const rows = await db.query<{ id: string; done: number; failed: number }>(sql`select task_id as id, count(*)::int as done, count(*) filter (where grade = 'fail')::int as failed
    from ${db.visible(checkRecord).rows()} c where task_id = any(${tasks.map(t => t.id)}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r]))
}
const sumOf = <T>(list: readonly T[], of: (item: T) => number): number => list.reduce((sum, item) => sum + of(item), 0)

const progress = computeMeasure(inspectProgress, async ({ db, now }) => {
  const tasks = await openTasks(db, now, sql`true`)
  const done = await doneOf(db, tasks)
  const open = tasks.map(t => ({ name: t.name, rooms: t.rooms, done: Math.min(t.rooms, done.get(t.id)?.done ?? 0) }))
  return { tasks: open.length, rooms: sumOf(open, t => t.rooms), done: sumOf(open, t => t.done), open: open.slice(0, MOST_TASKS) }
})
const rechecks = computeMeasure(inspectRechecks, async ({ db, now }) => {
  const tasks = await openTasks(db, now, sql`recheck_of is not null`)
  const done = await doneOf(db, tasks)
  return { due: sumOf(tasks, t => t.rooms), done: sumOf(tasks, t => done.get(t.id)?.done ?? 0), failed: sumOf(tasks, t => done.get(t.id)?.failed ?? 0) }
})
const dorms = computeMeasure(inspectDorms, async ({ db, now }) => {
  const shown = await weekShown(db, now)
  if (!shown.week) return { ...shown, dorms: [] }
  const rows = await db.query<{
    id: string
    mean: number
    rooms: number
  }>(sql`select dorm_id as id, round(avg(room_score), 1)::float8 as mean, count(distinct room_id)::int as rooms
    from ${counting(db)} c where week = ${shown.week}::date group by 1 order by 2 desc, 1`)
  const name = await dormNames(db, true)
  return { ...shown, dorms: rows.map(r => ({ ...r, name: name(r.id) })) }
})
const weeks = computeMeasure(inspectWeeks, async ({ db, now }) => {
  const from = addDays(mondayOf(today(now)), -DAYS * (WEEKS - 1))
  const rows = await db.query<{
    week: string
    mean: number
    records: number
    failed: number
  }>(sql`select to_char(week, 'YYYY-MM-DD') as week, round(avg(room_score), 1)::float8 as mean,
      count(*)::int as records, count(*) filter (where grade = 'fail')::int as failed from ${counting(db)} c where week >= ${from}::date group by c.week order by c.week`)
  return { weeks: rows.map(({ week, mean, records, failed }) => ({ week, mean, failing: percentOf(failed, records) ?? 0 })) }
})
const grades = computeMeasure(inspectGrades, async ({ db, now }) => {
  const { week } = await weekShown(db, now)
  const rows = week ? await db.query<{ grade: Grade; rooms: number }>(sql`select grade, count(*)::int as rooms from ${counting(db)} c where week = ${week}::date group by 1`) : []
  const byGrade = new Map(rows.map(r => [r.grade, r.rooms]))
  return { week, rooms: sumOf(rows, r => r.rooms), grades: (Object.keys(GRADES) as Grade[]).map(grade => ({ grade, rooms: byGrade.get(grade) ?? 0 })) }
})
/** Deductions by item, of rooms and of residents. */
const lost = computeMeasure(inspectLost, async ({ db, now }) => {
  const { week } = await weekShown(db, now)
  if (!week) return { week, items: [] }
  const items = await db.query<{ name: string; points: number; rooms: number }>(sql`
    select i.item ->> 'name' as name, round(sum((i.item ->> 'full')::numeric - (i.item ->> 'score')::numeric), 1)::float8 as points, count(distinct c.room_id)::int as rooms
    from ${counting(db)} c cross join lateral (
      select jsonb_array_elements(c.item_scores -> 'items') as item
      union all select jsonb_array_elements(p -> 'items') from jsonb_array_elements(c.item_scores -> 'people') p where not (p ->> 'isExcused')::boolean) i
    where c.week = ${week}::date and (i.item ->> 'score')::numeric < (i.item ->> 'full')::numeric group by 1 order by 2 desc, 1 limit ${MOST_ITEMS}`)
  return { week, items }
})
export default [progress, rechecks, dorms, weeks, grades, lost]
