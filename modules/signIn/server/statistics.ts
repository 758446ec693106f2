import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { WEEKDAYS } from '#modules/campus/model/calendar.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { type Db, handle } from '#server/context.ts'
import { signStatistics } from '../model/read-actions.ts'
import { signLine, signMakeup } from '../model/sign-line.ts'
import { TAKEN_WAYS } from '../model/ways.ts'
import { attendanceOf, type Counts, NOTHING, SUMS } from './counts.ts'

export const MOST_DAYS = 200
const MOST_BARS = 60
interface Asked {
  from: string
  to: string
  kind?: string | null
  departmentId?: string | null
}
const within = ({ from, to, kind, departmentId }: Asked): Sql =>
  sql`l.date between ${from}::date and ${to}::date and o.state in ('closed', 'settled') ${kind ? sql`and t.kind = ${kind}` : empty} ${departmentId ? sql`and l.department_id = ${departmentId}` : empty}`
const withDates = (db: Db): Sql =>
  sql`${db.visible(signLine).rows()} l join sign_occurrence o on o.tenant_id = ${db.me.tenantId} and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id`
/**
 * Lines of past occurrences within the reader's scope, aggregated once into a temporary table: millions of lines become some thousand groups, which six queries use.
 */
async function gather(db: Db, asked: Asked): Promise<void> {
  await db.query(sql`create temporary table asked on commit drop as select l.occurrence_id, o.task_id, t.name as task, l.class_id, l.date, l.state, l.way, l.flags is not null as flagged, l.flag_state, count(*)::int as n
    from ${withDates(db)} where ${within(asked)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`)
}
interface Group extends Counts {
  key: string
  label: string
}
const grouped = async (db: Db, key: Sql, label: Sql, from: Sql = empty, order: Sql = sql`1`) =>
  (
    await db.query<Group>(
      sql`select ${key}::text as key, ${label} as label, ${SUMS} from asked l ${from} where ${key} is not null group by 1, 2 order by ${order} limit ${MOST_BARS}`,
    )
  ).map(g => ({
    key: g.key,
    label: g.label,
    total: g.total,
    present: g.signed + g.late + g.madeUp,
    absent: g.absent + g.voided,
    percent: attendanceOf(g),
  }))
interface Heads extends Counts {
  occurrences: number
  flagged: number
  confirmed: number
}
const MOST_MISSING = 60
/** Students absent most often, with their longest run of consecutive absences. */
const longest = (db: Db, asked: Asked) =>
  db.query<{ studentId: string; name: string; className: string | null; absent: number; running: number; last: string }>(sql`with missing as (
      select l.student_id, count(*)::int as absent, max(l.date) as last from ${withDates(db)} where l.state in ('absent', 'voided') and ${within(asked)} group by 1 order by 2 desc, 3 desc limit ${MOST_MISSING}),
    ranked as (select l.student_id, count(*) filter (where l.state in ('signed', 'late', 'madeUp')) over (partition by l.student_id order by l.date desc, o.opens_at desc) as present
      from missing m join sign_line l on l.tenant_id = ${db.me.tenantId} and l.student_id = m.student_id join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id
        join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id where l.state <> 'excused' and ${within(asked)}),
    running as (select student_id, count(*)::int as running from ranked where present = 0 group by 1)
    select s.id as "studentId", s.name, c.name as "className", m.absent, coalesce(r.running, 0) as running, m.last::text as last from missing m join student s on s.tenant_id = ${db.me.tenantId} and s.id = m.student_id
    left join running r on r.student_id = m.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id order by 5 desc, 4 desc, s.student_no limit 20`)

export default handle(signStatistics, async ({ db, refuse }, asked) => {
  const days = daysBetween(asked.from, asked.to) + 1
  if (days > MOST_DAYS || days < 1) refuse('span', { most: MOST_DAYS, days })
  return db.tx(async inside => {
    await gather(inside, asked)
    const [head = { ...NOTHING, occurrences: 0, flagged: 0, confirmed: 0 }] =
      await inside.query<Heads>(sql`select ${SUMS}, count(distinct occurrence_id)::int as occurrences, coalesce(sum(n) filter (where flagged), 0)::int as flagged,
        coalesce(sum(n) filter (where flag_state = 'confirmed'), 0)::int as confirmed from asked l`)
    const [makeups] = await inside.query<{ n: number }>(sql`select count(*)::int as n from ${inside.visibleFor(signMakeup, 'signIn:signLine:statistics').rows()} m
      where m.date between ${asked.from}::date and ${asked.to}::date ${asked.departmentId ? sql`and m.department_id = ${asked.departmentId}` : empty}`)
    const byWeekday = await grouped(inside, sql`extract(isodow from l.date)::int`, sql`extract(isodow from l.date)::text`)
    const byWay = await inside.query<{ key: keyof typeof TAKEN_WAYS; count: number }>(
      sql`select way as key, sum(n)::int as count from asked l where way is not null and state in ('signed', 'late', 'madeUp') group by 1 order by 2 desc`,
    )
    const missed = head.absent + head.madeUp + head.voided
    return {
      ...head,
      percent: attendanceOf(head),
      makeups: makeups?.n ?? 0,
      makeupPercent: percentOf(head.madeUp, missed) ?? 0,
      byTask: await grouped(inside, sql`l.task_id`, sql`l.task`, empty, sql`sum(l.n) filter (where l.state in ('absent', 'voided')) desc nulls last, 2`),
      byClass: await grouped(
        inside,
        sql`l.class_id`,
        sql`c.name`,
        sql`join stu_class c on c.tenant_id = ${inside.me.tenantId} and c.id = l.class_id`,
        sql`coalesce(sum(l.n) filter (where l.state in ('absent', 'voided')), 0)::float8 / sum(l.n) desc, 2`,
      ),
      byWeekday: byWeekday.map(g => ({ ...g, label: WEEKDAYS[Number(g.key) - 1] ?? g.key })),
      byDay: await grouped(inside, sql`l.date`, sql`l.date::text`, empty, sql`1 desc`),
      byWay: byWay.map(w => ({ ...w, label: TAKEN_WAYS[w.key] })),
      longest: await longest(inside, asked),
    }
  })
})
