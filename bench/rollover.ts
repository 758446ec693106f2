import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearAt, xnOf, yearStart } from '#modules/campus/server/usual-year.ts'
import { today } from '#server/base/today.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { forgetKept } from './dorm-school.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const LISTS = ['student', 'stuClass', 'classStaff']
const READERS = 4
const [PREVIEW_S, RUN_S, LIST_MS] = [60, 180, 1000]
const count = (n: number): string => n.toLocaleString('en')
export interface Progress {
  state: string
  done: number
  total: number
  exceptions: number
}
export const progressOf = (officer: Session, id: string): Promise<Progress> => call(officer, `rolloverRun/progress?id=${id}`)
/** A preview whose exceptions are skipped, so that no step waits. */
export async function previewed(officer: Session, toXn: string): Promise<string> {
  const { id } = await call<{ id: string }>(officer, 'rolloverRun/preview', { toXn })
  const { result } = await call<{ result: Array<{ id: string }> }>(officer, `rolloverLine/list?runId=${id}&state=blocked&size=200`)
  if (result.length) await call(officer, 'rolloverLine/skip', { ids: result.map(line => line.id), reason: '压测' })
  return id
}

/** A calendar that holds today, a newest grade that is this year's, and classes whose students have left and whose end has passed: all of the oldest grades. Returns the next year. */
export async function readyToRollOver(client: pg.Client): Promise<string> {
  const begin = schoolYearAt(today())
  await client.query(
    `insert into school_year (tenant_id, xn, start_date, end_date) select tenant_id, $1, $2, $3
    from (select tenant_id from campus order by code limit 1) s where not exists (select from school_year y where current_date between y.start_date and y.end_date)`,
    [xnOf(begin), yearStart(begin), addDays(yearStart(begin + 1), -1)],
  )
  const { rows } = await client.query<{ newest: number }>('select max(grade)::int as newest from stu_class')
  const newest = rows[0]?.newest ?? begin
  const [from, to] = [newest, begin].map(year => String(year % 100).padStart(2, '0')) as [string, string]
  await client.query('update grade_major set grade = $2 where grade = $1', [newest, begin])
  await client.query(
    `update stu_class set grade = $2::int, name = replace(name, $3, $4), class_no = $2::int::text || substr(class_no, 5), start_date = make_date($2::int, 9, 1),
      expected_end = make_date($2::int + 3, 7, 1) where grade = $1::int`,
    [newest, begin, from, to],
  )
  // others whose end has passed while students are in them are exceptions, and would keep their step waiting
  await client.query(
    "update student set status = 'graduated' where class_id in (select id from stu_class where state = 'active' and expected_end <= current_date) and status in ('active', 'suspended', 'retained')",
  )
  await forgetKept(client, 'schoolYear', 'gradeMajor', 'stuClass')
  await client.query('vacuum analyze stu_class, student')
  return xnOf(begin + 1)
}
/** Reads lists until told to stop; returns how long each answer took. */
async function readLists(session: Session, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; !isOver(); n++) {
    const began = performance.now()
    await call(session, `${LISTS[n % LISTS.length]}/list?size=20&current=${(n % 50) + 1}`)
    times.push(performance.now() - began)
  }
  return times
}
async function finished(officer: Session, id: string): Promise<Progress> {
  for (;;) {
    const run = await progressOf(officer, id)
    if (run.state !== 'running') return run
    await pause(200)
  }
}
const rolledOver = async (client: pg.Client): Promise<{ students: number; classes: number }> =>
  (await client.query<{ students: number; classes: number }>('select (select count(*)::int from student) as students, (select count(*)::int from stu_class) as classes'))
    .rows[0] ?? {
    students: 0,
    classes: 0,
  }

/** The roll-over of a whole school to its next year, while others read lists. */
export async function rollover({ ours, databases, say }: Bench): Promise<Line[]> {
  const officer = await signIn(ours.port, ACCOUNTS.officer, PASSWORD)
  const toXn = await withClient(databases.school, readyToRollOver)
  const { students, classes } = await withClient(databases.school, rolledOver)
  const began = performance.now()
  const id = await previewed(officer, toXn)
  const previewS = (performance.now() - began) / 1000
  let isOver = false
  const readers = Promise.all(Array.from({ length: READERS }, () => readLists(officer, () => isOver)))
  const started = performance.now()
  await call(officer, 'rolloverRun/start', { id })
  const run = await finished(officer, id)
  const runS = (performance.now() - started) / 1000
  isOver = true
  const times = (await readers).flat().toSorted((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  const isWhole = run.state === 'done' && run.done === run.total && run.total > 0
  say(
    `${count(run.done)} of ${count(run.total)} rows ${run.state}: preview ${previewS.toFixed(1)} s, run ${runS.toFixed(1)} s; ${count(times.length)} lists meanwhile, p95 ${p95.toFixed(0)} ms`,
  )
  return [
    {
      work: `roll-over of ${count(students)} students and ${count(classes)} classes previewed`,
      figure: `${previewS.toFixed(1)} s`,
      target: `< ${PREVIEW_S} s`,
      isMet: previewS < PREVIEW_S,
    },
    {
      work: `the same run: ${count(run.done)} rows created, changed and closed`,
      figure: `${runS.toFixed(1)} s`,
      target: `< ${RUN_S} s, all of them`,
      isMet: runS < RUN_S && isWhole,
    },
    { work: `${count(times.length)} lists read by ${READERS} people meanwhile, p95`, figure: `${p95.toFixed(0)} ms`, target: `< ${count(LIST_MS)} ms`, isMet: p95 < LIST_MS },
  ]
}
