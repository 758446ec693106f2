import sql from 'sql-template-tag'
import { entityNamed } from '#model'
import { strongerAccounts } from '#server/access/grants.ts'
import { type Db, handle, on } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { hashPassword } from '#server/identity/api.ts'
import { user } from '../model/user.ts'
import { issuePasswords, issueProgress } from '../model/user-actions.ts'
import { audit } from './changes.ts'
import { setting } from './parameters.ts'

/** Hashes per step: about a second of work, so that other events and sign-ins are not starved. */
const STEP = 20
const EVENT = 'system.passwordsDue'
interface Issue {
  id: string
  state: 'running' | 'done' | 'failed'
  total: number
  done: number
  skipped: number
  reached: string | null
  message: string | null
}
const columns = sql`id, state, total, done, skipped, reached, message`

/** Sets initial passwords by the school's rule for accounts in the caller's scope that have none and are not more privileged than the caller; the list is fixed at the start.
 *  Each step hashes a few and queues the next through the outbox, so that a crash only delays the job. */
const start = handle(issuePasswords, async (ctx, { departmentId, userType: type }) => {
  const { db, me, refuse } = ctx
  const userType = type ? Number(type) : null
  const [running] = await db.query<Issue>(sql`select ${columns} from password_issue where tenant_id = ${me.tenantId} and state = 'running'`)
  if (running) refuse('running', { done: running.done + running.skipped, total: running.total })
  if ((await setting<string>(db, 'password', 'initialRule')) === 'random') refuse('random')
  const [made] = await db.query<{ id: string; total: number }>(sql`insert into password_issue (tenant_id, department_id, user_type, user_ids, total, created_by, updated_by)
    select ${me.tenantId}, ${departmentId ?? null}, ${userType}, array_agg(u.id), count(*), ${me.userId}::uuid, ${me.userId}::uuid from ${db.visible(user).rows()} u
      where u.password_hash is null and u.realm in ('admin', 'welcome') and u.status = 'enabled' and u.id not in ${strongerAccounts(me)}
        and (${departmentId ?? null}::uuid is null or u.department_id = ${departmentId ?? null}) and (${userType}::int is null or u.user_type = ${userType})
      having count(*) > 0 returning id, total`)
  if (!made) return refuse('none')
  const { id: jobId, total } = made
  await audit(ctx, 'issuePasswords', 'user', null, { departmentId: departmentId ?? null, userType, total })
  await db.emit(EVENT, { jobId })
  return { jobId, total }
})

const step = on(EVENT, 'system.issuePasswords', async ({ db }, { jobId }) => {
  const [issue] = await db.query<Issue>(sql`select ${columns} from password_issue where tenant_id = ${db.me.tenantId} and id = ${String(jobId)} and state = 'running' for update`)
  if (!issue) return
  const next = await db.query<{
    id: string
    studentId: string | null
    teacherId: string | null
  }>(sql`select u.id, u.student_id as "studentId", u.teacher_id as "teacherId" from sys_user u
    where u.tenant_id = ${db.me.tenantId} and u.password_hash is null and u.status = 'enabled' and (${issue.reached}::uuid is null or u.id > ${issue.reached})
      and u.id in (select unnest(i.user_ids) from password_issue i where i.tenant_id = ${db.me.tenantId} and i.id = ${issue.id}) order by u.id limit ${STEP}`)
  const tails = await idTails(db, next)
  let done = 0
  for (const u of next) {
    const tail = tails.get(u.studentId ?? u.teacherId ?? '')
    if (!tail) continue
    // the initial rule is the school's own choice and must be changed at first sign-in: the strength policy does not apply
    const first = { passwordHash: await hashPassword(tail), passWordLevel: 0, passwordChangedAt: sql`now()`, mustChangePassword: true }
    await db.updateWhere(user, sql`id = ${u.id} and password_hash is null`, first, { bookkeeping: true })
    done++
  }
  const isLast = next.length < STEP
  await db.query(sql`update password_issue set done = done + ${done}, skipped = skipped + ${next.length - done}, reached = coalesce(${next.at(-1)?.id ?? null}::uuid, reached),
    state = ${isLast ? 'done' : 'running'}, updated_at = now() where tenant_id = ${db.me.tenantId} and id = ${issue.id}`)
  if (!isLast) await db.emit(EVENT, { jobId: issue.id })
})
/** Last six characters of the identity number, by student or teacher id. */
async function idTails(db: Db, people: ReadonlyArray<{ studentId: string | null; teacherId: string | null }>): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const [entity, key] of [['student', 'studentId'] as const, ['teacher', 'teacherId'] as const]) {
    const ids = people.map(p => p[key]).filter((id): id is string => id !== null)
    // unscoped: the program decrypts these values for internal use only, none is returned
    const rows = ids.length ? await db.unscoped(entityNamed(entity)).all({ id: ids }) : []
    for (const row of rows) if (typeof row.idNo === 'string' && row.idNo.length >= 6) made.set(row.id, row.idNo.slice(-6).toUpperCase())
  }
  return made
}
const progress = handle(issueProgress, async ({ db, me }, { jobId }) => {
  const [issue] = await db.query<Issue>(sql`select ${columns} from password_issue where tenant_id = ${me.tenantId} and id = ${jobId}`)
  if (!issue) throw notFound()
  return { state: issue.state, done: issue.done, skipped: issue.skipped, total: issue.total, message: issue.message }
})
export default [start, step, progress]
