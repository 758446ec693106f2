import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type Db, handle, on, onMany, type ScopeSource, scopeSource } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { syncUsers } from '../model/user-actions.ts'
import { expire, syncAccounts } from './accounts.ts'
import { deriveRoles } from './derive-roles.ts'

const idsIn = (payload: Record<string, unknown>, ...keys: string[]): string[] => keys.map(k => payload[k]).filter((v): v is string => typeof v === 'string')

/** Scope "assigned" includes the user's own account. */
const own = scopeSource('assigned', 'user', async ({ me }) => (me.userId ? [me.userId] : []))

/** A deputy's classes: those of the covered person in that role, within the dates of the cover. */
const coverOf = (scope: 'fdyClass' | 'bzrClass', role: 'fdy' | 'bzr'): ScopeSource =>
  scopeSource(scope, 'class', async db => {
    const day = today()
    const rows = await db.query<{ id: string }>(sql`select distinct s.class_id as id from role_user ru
      join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id and r.code = ${role}
      join sys_user c on c.tenant_id = ru.tenant_id and c.id = ru.covered_user_id
      join class_staff_now s on s.tenant_id = ru.tenant_id and s.teacher_id = c.teacher_id and s.role = ${role}
      where ru.tenant_id = ${db.me.tenantId} and ru.user_id = ${db.me.userId} and ru.source = 'cover' and ${day} between ru.valid_from and ru.valid_to`)
    return rows.map(r => r.id)
  })
/** Daily upkeep of accounts: sync, derived roles whose relations begin or end today, expiry. */
export async function nightly(db: Db): Promise<number> {
  const synced = await syncAccounts(db)
  return synced.created + synced.updated + synced.disabled + (await expire(db))
}
const STUDENT_EVENTS = ['student.enrolled', 'student.numberAssigned', 'student.infoChanged', 'student.classChanged', 'student.statusChanged']
export default [
  own,
  coverOf('fdyClass', 'fdy'),
  coverOf('bzrClass', 'bzr'),
  on('campus.classStaffChanged', 'system.deriveRoles', async ({ db }, payload) => {
    await deriveRoles(db, idsIn(payload, 'fromTeacherId', 'toTeacherId'))
  }),
  onMany('campus.teacherChanged', 'system.syncTeacherAccount', async ({ db }, payloads) => {
    await syncAccounts(db, { teacherIds: [...new Set(payloads.flatMap(p => idsIn(p, 'teacherId')))] })
  }),
  onMany(STUDENT_EVENTS, 'system.syncStudentAccount', async ({ db }, payloads) => {
    await syncAccounts(db, { studentIds: [...new Set(payloads.flatMap(p => idsIn(p, 'studentId')))] })
  }),
  handle(syncUsers, ({ db }) => syncAccounts(db)),
  // just after midnight, when dated relations, covers and accounts begin and end
  scheduledJob('system.accounts', '账号与基础数据同步', '2 0 * * *', nightly),
]
