import sql from 'sql-template-tag'
import { type Db, on } from '#server/context.ts'
import { today } from '#server/today.ts'
import { weighLeaves } from './away.ts'
import { recount } from './counts.ts'

/** 20-SA10: a leave approved, changed or ended. */
const leaves = (['leave.approved', 'leave.changed', 'leave.closed'] as const).map(event =>
  on(event, `signIn.${event.slice(6)}`, async ({ db }, { studentId }) => {
    if (typeof studentId === 'string') await weighLeaves(db, studentId)
  }),
)
/** 20-SA1: who is no student any more is excused from what is open. */
const left = on('student.statusChanged', 'signIn.left', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string' || to === 'active' || to === 'preEnrolled') return
  await db.query(sql`update sign_line l set state = 'excused', excuse = 'left', reason = '学籍变动', version = l.version + 1, updated_at = now() from sign_occurrence o
    where o.tenant_id = l.tenant_id and o.id = l.occurrence_id and o.state = 'open' and l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.state = 'pending'`)
})
/** 20-SA10: expected presence of a night changed: who is not expected in the dormitory need not sign there, and the other way round. */
const presence = on('dormitory.presenceChanged', 'signIn.presence', async ({ db }, { studentId, nightDate, from, to, expected }) => {
  const [first, last] = [nightDate ?? from, nightDate ?? to ?? from]
  if (typeof studentId !== 'string' || typeof first !== 'string' || typeof last !== 'string' || typeof expected !== 'boolean') return
  const changed = await (expected ? expectAgain : expectNot)(db, studentId, first.slice(0, 10), last.slice(0, 10))
  await recount(db, changed)
})
const nights = (
  db: Db,
  studentId: string,
  from: string,
  to: string,
) => sql`from sign_occurrence o, sign_task t where o.tenant_id = l.tenant_id and o.id = l.occurrence_id and t.tenant_id = o.tenant_id
  and t.id = o.task_id and t.kind = 'dorm' and t.exempt and l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.date between ${from}::date and ${to}::date`
type Nights = (db: Db, studentId: string, from: string, to: string) => Promise<string[]>
const expectNot: Nights = async (db, studentId, from, to) =>
  (
    await db.query<{ id: string }>(sql`update sign_line l set state = 'excused', excuse = 'presence', reason = '当晚不在寝', version = l.version + 1, updated_at = now()
      ${nights(db, studentId, from, to)} and l.state in ('pending', 'absent') returning l.occurrence_id as id`)
  ).map(r => r.id)
const expectAgain: Nights = async (db, studentId, from, to) =>
  (
    await db.query<{
      id: string
    }>(sql`update sign_line l set state = case when o.state = 'open' then 'pending' else 'absent' end, excuse = null, reason = '当晚应在寝', version = l.version + 1, updated_at = now()
      ${nights(db, studentId, from, to)} and l.state = 'excused' and l.excuse = 'presence' returning l.occurrence_id as id`)
  ).map(r => r.id)
/** A day became free, or a working day: dates nobody has been asked about yet are made anew. */
const calendar = on('campus.calendarChanged', 'signIn.calendar', async ({ db }) => {
  await db.query(
    sql`delete from sign_occurrence o using sign_task t where t.tenant_id = o.tenant_id and t.id = o.task_id and o.tenant_id = ${db.me.tenantId} and o.state = 'planned' and t.repeat <> 'once' and t.skips_holidays`,
  )
  await db.query(sql`update sign_task set made_until = ${today()}::date - 1 where tenant_id = ${db.me.tenantId} and state = 'published' and repeat <> 'once' and skips_holidays`)
})
export default [...leaves, left, presence, calendar]
