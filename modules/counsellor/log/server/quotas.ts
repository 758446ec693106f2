import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { monthOf } from '#model/days.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules, seed } from '#server/context.ts'
import { collegesOf, onDuty } from '../../file/server/api.ts'
import { workProgress } from '../model/actions.ts'
import { isTalk, TALKS } from '../model/work-log.ts'
import { FIRST_QUOTAS, type WorkQuota, workQuota } from '../model/work-quota.ts'
import { dayOf, talksSince, yearBegan } from './coverage.ts'

function check({ kind, coverage }: Partial<Pick<WorkQuota, 'kind' | 'coverage'>>): void {
  if (coverage === 'everyStudent' && !isTalk(kind)) throw refusalOf(workQuota, 'onlyTalks', {}, 'coverage')
}
/** First days of the running month, term and school year. */
async function beginnings(db: Db): Promise<Record<WorkQuota['period'], string>> {
  const year = await yearBegan(db)
  const term = (await termToday(db))?.startDate
  return { month: `${monthOf(today())}-01`, term: term && term <= today() ? term : year, year }
}
interface Counted {
  teacherId: string
  quotaId: string
  n: number
}
const keyOf = (teacherId: string, quotaId: string): string => `${teacherId} ${quotaId}`
/** Students on record of each counsellor today. */
async function loadsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(sql`select c.teacher_id as id, count(distinct s.id)::int as n from class_staff_now c
    join student s on s.tenant_id = c.tenant_id and s.counselled_class_id = c.class_id and s.has_record and s.deleted_at is null
    where c.tenant_id = ${db.me.tenantId} and c.role = 'fdy' and c.teacher_id = any(${[...ids]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.n]))
}
type Asked = WorkQuota & { from: string }
const listed = (asked: readonly Asked[]): Sql =>
  sql`unnest(${asked.map(q => q.id)}::uuid[], ${asked.map(q => q.kind)}::text[], ${asked.map(q => q.from)}::date[], ${asked.map(q => q.minCount)}::int[]) q(id, kind, since, needed)`
/** Entries of each kind since the period began. */
const timesOf = (db: Db, asked: readonly Asked[], ids: readonly string[]): Promise<Counted[]> =>
  db.query<Counted>(sql`select l.author_id as "teacherId", q.id as "quotaId", count(*)::int as n from ${listed(asked)} join work_log l on l.tenant_id = ${db.me.tenantId} and l.kind = q.kind
    and l.state in ('submitted', 'commented') and ${dayOf} >= q.since and l.author_id = any(${[...ids]}::uuid[]) group by 1, 2`)
/** 50-CW6: of the students they have today, those with enough talks while they were in a class of the author. Whoever has left the class stands for nobody who is in it. */
const studentsReached = (db: Db, asked: readonly Asked[], ids: readonly string[]): Promise<Counted[]> => {
  const earliest = asked.map(q => q.from).toSorted()[0] ?? today()
  const talks = talksSince(db, TALKS, earliest)
  return db.query<Counted>(sql`select a.author_id as "teacherId", a.id as "quotaId", count(*)::int as n from (
    select q.id, t.author_id, t.student_id from ${listed(asked)} join (${talks}) t on t.kind = q.kind and t.day >= q.since and t.author_id = any(${[...ids]}::uuid[])
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = t.student_id and s.has_record and s.deleted_at is null
    where exists (select from class_staff c where c.tenant_id = ${db.me.tenantId} and c.class_id = t.class_id and c.teacher_id = t.author_id and c.start_date <= t.day and (c.end_date is null or c.end_date > t.day))
      and exists (select from class_staff_now c where c.tenant_id = ${db.me.tenantId} and c.class_id = s.counselled_class_id and c.teacher_id = t.author_id and c.role = 'fdy')
    group by 1, 2, 3, q.needed having count(*) >= q.needed) a group by 1, 2`)
}
const progress = handle(workProgress, async ({ db }) => {
  const ids = (await onDuty(db, workProgress.permission)).map(f => f.teacherId)
  const began = await beginnings(db)
  const quotas = (await db.unscoped(workQuota).all({}, { sort: ['kind'] })).map(q => ({ ...q, from: began[q.period] })) // the same for everybody
  const [byStudent, inAll] = [quotas.filter(q => q.coverage === 'everyStudent'), quotas.filter(q => q.coverage === 'none')]
  const counts = [...(await timesOf(db, inAll, ids)), ...(await studentsReached(db, byStudent, ids))]
  const done = new Map(counts.map(c => [keyOf(c.teacherId, c.quotaId), c.n]))
  const [loads, teachers, collegeOf] = [await loadsOf(db, ids), await db.cached(teacher), await collegesOf(db)]
  const rows = quotas.flatMap(({ id, kind, period, coverage, minCount, from }) =>
    ids.map(teacherId => {
      const who = teachers.get(teacherId)
      const key = keyOf(teacherId, id)
      const asked = coverage === 'none' ? minCount : (loads.get(teacherId) ?? 0)
      const got = done.get(key) ?? 0
      return {
        ...{ key, teacherId, name: who?.name ?? '', college: collegeOf(who?.departmentId)?.name ?? null },
        ...{ kind, period, coverage, from, asked, done: got, lacking: Math.max(0, asked - got) },
      }
    }),
  )
  return { rows: rows.sort((a, b) => b.lacking - a.lacking || a.name.localeCompare(b.name)) }
})
export default [
  rules(workQuota, {
    add: async (_ctx, given) => check(given),
    update: async (_ctx, row, patch) => check({ ...row, ...patch }),
  }),
  progress,
  seed('counsellor.quotas', async db => {
    const isSet = await db.unscoped(workQuota).count() // of the school being seeded
    if (!isSet) await db.insertMany(workQuota, [...FIRST_QUOTAS], { skipExisting: true })
  }),
]
