import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { testAttempt, testCandidate, testFlag } from '../model/attempt.ts'
import { asGiven } from '../model/marking.ts'
import { testSchedule } from '../model/schedule.ts'
import { handIn, reportFlag, saveAnswers } from '../model/sit-actions.ts'
import { closeRunning } from './close-attempts.ts'
import { ownAttempt } from './own-attempts.ts'
import { settingsOf } from './settings.ts'
import { isTold } from './settle.ts'

type Attempt = Row<typeof testAttempt>
interface Sent {
  no: number
  seq: number
  answer: unknown
}
interface Kept {
  savedAt: string
  deadlineAt: string
  extraMinutes: number
  extendReason: string | null
  isLate: boolean
  late: number
}
/** The newest of each question, in the shape of an answer. */
const newest = (sent: readonly Sent[]): Sent[] => {
  const byNo = new Map<number, Sent>()
  for (const one of sent) if (one.seq > (byNo.get(one.no)?.seq ?? -1)) byNo.set(one.no, { ...one, answer: asGiven(one.answer) })
  return [...byNo.values()]
}
/**
 * 60-OT3 and OT5 in one statement: the row of the attempt says whether this device still holds it and by the clock of the database whether it is in time; of two saves the
 * higher number stays, in whatever order they come. What comes too late is kept beside the answer.
 */
async function keep(db: Db, attemptId: string, device: string, sent: readonly Sent[]): Promise<Kept | undefined> {
  const { tenantId, studentId, userId } = db.me
  const { graceSeconds } = await settingsOf(db)
  const [kept] = await db.query<Kept>(sql`
    with held as (update test_attempt set seen_at = statement_timestamp()
      where tenant_id = ${tenantId} and id = ${attemptId} and student_id = ${studentId} and holder = ${device} and state = 'running' and not is_locked
      returning id, form, deadline_at, extra_minutes, extend_reason, statement_timestamp() > deadline_at + make_interval(secs => ${graceSeconds}::int) as late),
    given as (select h.id, h.late, (h.form -> 'items' -> (x.no - 1) ->> 'q')::uuid as question_id, x.no, x.seq, x.answer
      from held h cross join jsonb_to_recordset(${JSON.stringify(newest(sent))}::jsonb) as x(no int, seq int, answer jsonb)
      where x.no > 0 and not (h.late and x.answer is null)),
    kept as (insert into test_answer as t (tenant_id, attempt_id, question_id, no, answer, late_answer, seq, saved_at, created_by)
      select ${tenantId}::uuid, g.id, g.question_id, g.no, case when not g.late then g.answer end, case when g.late then g.answer end, g.seq, statement_timestamp(), ${userId}::uuid
      from given g where g.question_id is not null
      on conflict (tenant_id, attempt_id, question_id) do update set answer = case when excluded.late_answer is null then excluded.answer else t.answer end,
        late_answer = coalesce(excluded.late_answer, t.late_answer), seq = excluded.seq, saved_at = excluded.saved_at, version = t.version + 1, updated_at = now()
      where excluded.seq > t.seq returning t.late_answer)
    select statement_timestamp()::text as "savedAt", h.deadline_at::text as "deadlineAt", h.extra_minutes as "extraMinutes", h.extend_reason as "extendReason", h.late as "isLate", (select count(*)::int from kept k where h.late and k.late_answer is not null) as late from held h`)
  return kept
}
const iso = (time: string): string => new Date(time).toISOString()
/** Says why nothing was kept. */
async function refused(ctx: Ctx, attemptId: string): Promise<never> {
  const attempt = await ownAttempt(ctx, attemptId)
  if (attempt.state !== 'running') throw refusalOf(saveAnswers, 'ended')
  if (attempt.isLocked) throw refusalOf(saveAnswers, 'locked', { n: attempt.takeOvers })
  throw refusalOf(saveAnswers, 'notHolder')
}
/** Nothing, where this device no longer holds a running attempt. */
async function tryKeep(ctx: Ctx, attemptId: string, device: string, answers: readonly Sent[]): Promise<Kept | undefined> {
  const done = await keep(ctx.db, attemptId, device, answers)
  if (done?.late) await flag(ctx, await ownAttempt(ctx, attemptId), 'late', `${done.late}`)
  return done
}
const flag = async ({ db }: Ctx, { id: attemptId, scheduleId, studentId }: Attempt, kind: Row<typeof testFlag>['kind'], detail: string | null = null): Promise<void> =>
  void (await db.insert(testFlag, { attemptId, scheduleId, studentId, kind, at: new Date().toISOString(), detail }))
const save = handle(saveAnswers, async (ctx, { attemptId, device, answers }) => {
  const { savedAt, deadlineAt, isLate, extraMinutes, extendReason } = (await tryKeep(ctx, attemptId, device, answers)) ?? (await refused(ctx, attemptId))
  return { savedAt: iso(savedAt), deadlineAt: iso(deadlineAt), extraMinutes, extendReason, isLate }
})
async function resultOf(ctx: Ctx, attemptId: string) {
  const { db } = ctx
  const { submittedAt, total, scheduleId, studentId } = await ownAttempt(ctx, attemptId)
  const row = await db.unscoped(testSchedule).one(scheduleId) // of the caller's own attempt
  const candidate = await db.unscoped(testCandidate).find({ scheduleId, studentId }) // the caller's own
  return { submittedAt: submittedAt ?? new Date().toISOString(), ...(isTold(row) ? { total, isPassed: candidate?.isPassed ?? false } : { total: null, isPassed: null }) }
}
const isDone = ({ submittedAt, holder }: Attempt, device: string): boolean => submittedAt !== null && holder === device
/** 60-OT6: final; pressed again, or twice at once, it answers the same. */
const handedIn = handle(handIn, async (ctx, { attemptId, device, answers }) => {
  const { db } = ctx
  const attempt = await ownAttempt(ctx, attemptId)
  if (isDone(attempt, device)) return resultOf(ctx, attemptId)
  const row = await db.unscoped(testSchedule).one(attempt.scheduleId) // of the caller's own attempt
  const earliest = Date.parse(attempt.startedAt) + row.stayMinutes * MINUTE_MS
  if (attempt.state === 'running' && Date.now() < Math.min(earliest, Date.parse(attempt.deadlineAt)))
    ctx.refuse('stay', { minutes: row.stayMinutes, at: schoolTimeText(new Date(earliest).toISOString()) })
  if (!(await tryKeep(ctx, attemptId, device, answers))) return isDone(await ownAttempt(ctx, attemptId), device) ? resultOf(ctx, attemptId) : refused(ctx, attemptId)
  await closeRunning(db, sql`t.id = ${attemptId}`, 'self')
  return resultOf(ctx, attemptId)
})
/** 60-OT8: what the page noticed is kept for the invigilator; only leaving too often ends the attempt, where the test says so. */
const flagged = handle(reportFlag, async (ctx, { attemptId, device, kind }) => {
  const { db } = ctx
  const attempt = await ownAttempt(ctx, attemptId)
  if (attempt.state !== 'running' || attempt.holder !== device || kind === 'late' || kind === 'takeOver' || kind === 'locked')
    return { leaves: attempt.leaves, isHandedIn: attempt.state !== 'running' }
  await flag(ctx, attempt, kind)
  if (kind === 'copy') return { leaves: attempt.leaves, isHandedIn: false }
  const [left] = await db.updateWhere(testAttempt, { id: attemptId, state: 'running' }, { leaves: sql`t.leaves + 1` }, { history: false, returning: ['leaves'] })
  const { leaveLimit } = await db.unscoped(testSchedule).one(attempt.scheduleId) // of the caller's own attempt
  const isOver = leaveLimit !== null && (left?.leaves ?? 0) >= leaveLimit
  if (isOver) await closeRunning(db, sql`t.id = ${attemptId}`, 'left')
  return { leaves: left?.leaves ?? attempt.leaves, isHandedIn: isOver }
})
export default [save, handedIn, flagged]
