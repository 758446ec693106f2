import sql from 'sql-template-tag'
import { isPresent } from '#modules/student/model/status.ts'
import { type Db, on } from '#server/context.ts'
import { giveUp } from './places.ts'

interface Held {
  id: string
  projectId: string
}
/** Enrolments of a student in projects that have a session to come. */
const open = (db: Db, studentId: string) => sql`select e.id, e.project_id as "projectId" from labour_enrolment e
  where e.tenant_id = ${db.me.tenantId} and e.student_id = ${studentId} and e.state in ('enrolled', 'waiting')
    and exists (select from labour_session s where s.tenant_id = e.tenant_id and s.project_id = e.project_id and s.starts_at > now())`
export default [
  /** Whoever is no longer present at school leaves the place to somebody else. */
  on('student.statusChanged', 'labour.leave', async ({ db }, { studentId, to }) => {
    if (isPresent(String(to))) return
    await giveUp(db, await db.query<Held>(open(db, String(studentId))), '已不在校')
  }),
  /** A leave over all that is left of a project frees the place. */
  on('leave.approved', 'labour.leaveApproved', async ({ db }, { studentId, from, to }) => {
    const rows =
      await db.query<Held>(sql`${open(db, String(studentId))} and not exists (select from labour_session s where s.tenant_id = e.tenant_id and s.project_id = e.project_id
      and s.starts_at > now() and not (s.starts_at >= ${String(from)}::timestamptz and s.ends_at <= ${String(to)}::timestamptz))
      and not exists (select from labour_session s where s.tenant_id = e.tenant_id and s.project_id = e.project_id and s.starts_at <= now())`)
    await giveUp(db, rows, '请假期间不能参加')
  }),
]
