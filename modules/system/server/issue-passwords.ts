import sql from 'sql-template-tag'
import { entityNamed } from '#model'
import { type Db, handle, on } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { hashPassword } from '#server/identity/api.ts'
import { issuePasswords, issueProgress, user } from '../model/user.ts'
import { audit } from './changes.ts'
import { setting } from './parameters.ts'

/** Hashes of one step: about a second, so that other events and sign-ins get their turn between two. */
const STEP = 20
const EVENT = 'system.passwordsDue'
interface Issue {
  id: string
  departmentId: string | null
  userType: number | null
  state: 'running' | 'done' | 'failed'
  total: number
  done: number
  skipped: number
  reached: string | null
  message: string | null
}
const columns = sql`id, department_id as "departmentId", user_type as "userType", state, total, done, skipped, reached, message`

/** First passwords by the school's rule for everybody who has none. A step hashes a few and hands on to the next through the outbox:
 *  a server that dies in between changes nothing but the hour. */
const start = handle(issuePasswords, async (ctx, { departmentId, userType: type }) => {
  const { db, me, refuse } = ctx
  const userType = type ? Number(type) : null
  const [running] = await db.query<Issue>(sql`select ${columns} from password_issue where tenant_id = ${me.tenantId} and state = 'running'`)
  if (running) refuse('running', { done: running.done + running.skipped, total: running.total })
  if ((await setting<string>(db, 'password', 'initialRule')) === 'random') refuse('random')
  const [count] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from ${db.visible(user).rows()} u where u.password_hash is null and u.realm = 'admin' and u.status = 'enabled' ${within(departmentId ?? null, userType)}`,
  )
  if (!count?.n) refuse('none')
  const [made] = await db.query<{ id: string }>(sql`insert into password_issue (tenant_id, department_id, user_type, total, created_by, updated_by)
    values (${me.tenantId}, ${departmentId ?? null}, ${userType}, ${count?.n ?? 0}, ${me.userId}, ${me.userId}) returning id`)
  const jobId = made?.id as string
  await audit(ctx, 'issuePasswords', 'user', null, { departmentId: departmentId ?? null, userType: userType, total: count?.n })
  await db.emit(EVENT, { jobId })
  return { jobId, total: count?.n ?? 0 }
})
const within = (departmentId: string | null, userType: number | null) =>
  sql`and (${departmentId}::uuid is null or u.department_id = ${departmentId}) and (${userType}::int is null or u.user_type = ${userType})`

const step = on(EVENT, 'system.issuePasswords', async ({ db }, { jobId }) => {
  const [issue] = await db.query<Issue>(sql`select ${columns} from password_issue where tenant_id = ${db.me.tenantId} and id = ${String(jobId)} and state = 'running' for update`)
  if (!issue) return
  const next = await db.query<{
    id: string
    studentId: string | null
    teacherId: string | null
  }>(sql`select u.id, u.student_id as "studentId", u.teacher_id as "teacherId" from sys_user u
    where u.tenant_id = ${db.me.tenantId} and u.password_hash is null and u.realm = 'admin' and u.status = 'enabled' and (${issue.reached}::uuid is null or u.id > ${issue.reached})
    ${within(issue.departmentId, issue.userType)} order by u.id limit ${STEP}`)
  const tails = await idTails(db, next)
  let done = 0
  for (const u of next) {
    const tail = tails.get(u.studentId ?? u.teacherId ?? '')
    if (!tail) continue
    // the rule is the school's own choice and the person must change it at once, so the strength policy is not asked here
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
    // the gate opens encrypted values; the program itself reads them here, nothing leaves
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
