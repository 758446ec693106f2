import sql, { join, type Sql } from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { WELCOME_MESSAGES } from '../model/messages.ts'
import { SETTLED, type StepState, welcomeMember, welcomeStepState } from '../model/step-state.ts'

const settled = sql`(${join([...SETTLED])})`
/** Whether a state `t` waits for another step of the same person. */
const lacks = sql`exists (select from welcome_step s join welcome_step_state d on d.tenant_id = s.tenant_id and d.batch_id = s.batch_id and d.student_id = t.student_id and s.depends_on ? d.step_code
  where s.tenant_id = t.tenant_id and s.batch_id = t.batch_id and s.code = t.step_code and d.state not in ${settled})`
/** The SQL version of `isStoppedFor`, of a state `t`. */
export const isStopped = sql`exists (select from welcome_member m join welcome_step s on s.tenant_id = m.tenant_id and s.batch_id = m.batch_id and s.code = t.step_code
  where m.tenant_id = t.tenant_id and m.batch_id = t.batch_id and m.student_id = t.student_id and m.stopped_by is not null and s.phase = 'site' and s.required and s.auto_source is distinct from m.stopped_by)`
const waits = sql`(${lacks} or ${isStopped})`
const idsIn = (ids: readonly string[]): Sql => sql`any(${[...ids]}::uuid[])`

/** The rows of these people, locked in the order of their ids: what two of their steps open together is seen by the later transaction. */
export async function lockMembers(db: Db, batchId: string, studentIds: readonly string[]): Promise<void> {
  await db.query(sql`select from welcome_member where tenant_id = ${db.me.tenantId} and batch_id = ${batchId} and student_id = ${idsIn(studentIds)} order by id for update`)
}
/** Steps whose predecessors are all settled open, others are locked. */
export async function unlock(db: Db, batchId: string, studentIds: readonly string[]): Promise<void> {
  const own = sql`t.batch_id = ${batchId} and t.student_id = ${idsIn(studentIds)}`
  await db.updateWhere(welcomeStepState, sql`${own} and t.state = 'locked' and not ${waits}`, { state: 'open' }, { history: false })
  await db.updateWhere(welcomeStepState, sql`${own} and t.state = 'open' and ${waits}`, { state: 'locked' }, { history: false })
  await db.updateWhere(welcomeStepState, sql`${own} and t.recheck and not ${lacks}`, { recheck: false }, { history: false })
}
/** Stops the required steps on site of a locked person for what settles another one, or lets them go on. */
export async function stopSite(db: Db, { batchId, studentId }: { batchId: string; studentId: string }, source: string | null): Promise<void> {
  await db.updateWhere(welcomeMember, { batchId, studentId }, { stoppedBy: source }, { bookkeeping: true })
  await unlock(db, batchId, [studentId])
}
interface Moved {
  studentId: string
  stepCode: string
  state: StepState
}
/** 30-WS3: what follows from changed steps of people who are locked: those behind open or lock, those done behind a reopened one are marked, and other modules hear. */
export async function follow(db: Db, batchId: string, moved: readonly Moved[]): Promise<void> {
  if (!moved.length) return
  const ids = [...new Set(moved.map(m => m.studentId))]
  await unlock(db, batchId, ids)
  await db.emitMany(
    'welcome.stepChanged',
    moved.map(({ studentId, stepCode, state }) => ({ studentId, stepCode, state })),
  )
  const reopened = moved.filter(m => m.state === 'open' || m.state === 'locked')
  if (reopened.length) await markBehind(db, batchId, reopened)
}
/** Everything done that stands behind a reopened step, over any number of steps, is to be looked at again. */
async function markBehind(db: Db, batchId: string, reopened: readonly Moved[]): Promise<void> {
  const marked = await db.updateWhere(
    welcomeStepState,
    sql`t.batch_id = ${batchId} and t.state = 'done' and t.channel <> 'auto' and not t.recheck and ${lacks} and t.student_id = x.student_id and exists (
      with recursive behind (code) as (select x.code union select s.code from welcome_step s join behind b on s.depends_on ? b.code where s.tenant_id = t.tenant_id and s.batch_id = t.batch_id)
      select from behind where behind.code = t.step_code and behind.code <> x.code)`,
    { recheck: true },
    {
      from: sql`unnest(${reopened.map(m => m.studentId)}::uuid[], ${reopened.map(m => m.stepCode)}::text[]) x (student_id, code)`,
      history: false,
      returning: ['studentId', 'stepCode'],
    },
  )
  if (marked.length) await tellRecheck(db, batchId, reopened, marked)
}
async function tellRecheck(db: Db, batchId: string, reopened: readonly Moved[], marked: ReadonlyArray<Pick<Moved, 'studentId' | 'stepCode'>>): Promise<void> {
  const names = new Map(
    (await db.query<{ code: string; name: string }>(sql`select code, name from welcome_step where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}`)).map(s => [
      s.code,
      s.name,
    ]),
  )
  const [batch] = await db.query<{ name: string }>(sql`select name from welcome_batch where tenant_id = ${db.me.tenantId} and id = ${batchId}`)
  const people = [
    ...(
      await studentsOf(
        db,
        marked.map(m => m.studentId),
      )
    ).values(),
  ]
  const staff = await staffOfAll(db, people, 'fdy')
  const said = (of: ReadonlyArray<Pick<Moved, 'studentId' | 'stepCode'>>, id: string): string =>
    [...new Set(of.filter(m => m.studentId === id).map(m => names.get(m.stepCode) ?? m.stepCode))].join('、')
  await notifyEach(
    db,
    WELCOME_MESSAGES.recheck,
    people.map(({ id, name }, n) => ({
      to: staff[n] ?? [],
      values: { name: batch?.name ?? '', student: name, cause: said(reopened, id), steps: said(marked, id) },
      bizType: welcomeMember.name,
      bizId: id,
      link: `/welcomes/members?batchId=${batchId}`,
    })),
  )
}
