import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { HOUR_MS, MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { setting } from '#modules/system/server/api.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { isCampus } from '#server/identity/address-limit.ts'
import { testAttempt, testCandidate, testFlag } from '../model/attempt.ts'
import { formOf } from '../model/draw.ts'
import { testPaper } from '../model/paper.ts'
import { testSchedule } from '../model/schedule.ts'
import { startTest, takeOver } from '../model/sit-actions.ts'
import { deadlineOf } from '../model/timing.ts'
import { closeRunning } from './close-attempts.ts'
import { extraPercentOf } from './own-attempts.ts'
import { MOST_SEED } from './papers.ts'
import type { Schedule } from './schedules.ts'
import { settingsOf } from './settings.ts'
import { type Attempt, sheetOf } from './sheet.ts'

type Candidate = Row<typeof testCandidate>
/** The caller's own row of a test, locked: of two who press at once one sees what the other has begun (60-OT7). For anybody else the test is not theirs. */
async function lockedCandidate({ db, me }: Ctx, row: Schedule): Promise<Candidate> {
  const found = me.studentId ? await db.unscoped(testCandidate).find({ scheduleId: row.id, studentId: me.studentId }) : undefined // the caller's own
  if (!found && !isOpen(row)) throw notOpen(testSchedule, row)
  if (!found) throw refusalOf(testSchedule, 'notInAudience', { name: row.name })
  return db.unscoped(testCandidate).lock(found.id) // the same
}
/** The attempt that is running; one whose time is over, and that the clock has not seen yet, is ended now. */
async function runningOf(db: Db, { scheduleId, studentId }: Candidate): Promise<Attempt | undefined> {
  const running = await db.unscoped(testAttempt).find({ scheduleId, studentId, state: 'running' }) // the caller's own
  if (!running) return undefined
  const { graceSeconds } = await settingsOf(db)
  if (Date.parse(running.deadlineAt) + graceSeconds * 1000 > Date.now()) return running
  await closeRunning(db, sql`t.id = ${running.id}`, 'time')
  return undefined
}
async function mustBeAtSchool({ db, ip }: Ctx, row: Schedule): Promise<void> {
  if (!row.watch?.includes('campusOnly')) return
  const ranges = await setting(db, 'login', 'campusRanges')
  if (!isCampus(ip, String(ranges ?? ''))) throw refusalOf(startTest, 'campus', { name: row.name, ip })
}
/** 60-OT7: whether a further attempt may begin. */
function mayBegin(row: Schedule, { used, extraAttempts, lastEndedAt, passedAt }: Candidate): void {
  const most = row.attempts + extraAttempts
  if (passedAt && row.kind !== 'practice') throw refusalOf(startTest, 'passed', { name: row.name })
  if (used >= most) throw refusalOf(startTest, 'used', { name: row.name, n: most })
  const next = lastEndedAt ? Date.parse(lastEndedAt) + row.gapHours * HOUR_MS : 0
  if (Date.now() < next) throw refusalOf(startTest, 'gap', { hours: row.gapHours, next: schoolTimeText(new Date(next).toISOString()) })
  if (row.lateMinutes !== null && Date.now() > Date.parse(row.beginTime) + row.lateMinutes * MINUTE_MS)
    throw refusalOf(startTest, 'late', { name: row.name, minutes: row.lateMinutes })
}
/** 60-OT2: the form is drawn from a seed that is kept, and frozen. */
async function begin({ db }: Ctx, row: Schedule, candidate: Candidate, holder: string): Promise<Attempt> {
  const { studentId, used } = candidate
  const paperId = used > 0 && row.makeupPaperId ? row.makeupPaperId : row.paperId
  const paper = await db.unscoped(testPaper).one(paperId) // drawn for somebody who is asked
  const extraPercent = await extraPercentOf(db, studentId)
  const seed = randomInt(MOST_SEED)
  const startedAt = new Date().toISOString()
  const deadlineAt = deadlineOf({ startedAt, minutes: row.minutes, endTime: row.endTime, extraPercent, extraMinutes: 0 })
  const attempt = await db.insert(testAttempt, {
    ...{ scheduleId: row.id, studentId, no: used + 1, paperId, seed, form: formOf(paper.pool ?? [], seed, paper), startedAt, deadlineAt, extraPercent, holder },
    seenAt: startedAt,
  })
  await db.updateWhere(testCandidate, { id: candidate.id }, { used: used + 1 }, { history: false })
  return attempt
}
const start = handle(startTest, async (ctx, { id, device }) => {
  const { db, refuse } = ctx
  const row = await db.unscoped(testSchedule).one(id) // whose candidates are looked at next
  const candidate = await lockedCandidate(ctx, row)
  const running = await runningOf(db, candidate)
  if (running) {
    if (running.isLocked) refuse('locked', { n: running.takeOvers })
    if (running.holder !== device) refuse('elsewhere')
    return sheetOf(ctx, row, running)
  }
  if (!isOpen(row)) throw notOpen(testSchedule, row)
  // what has just been ended counts
  mayBegin(row, await db.unscoped(testCandidate).one(candidate.id)) // the caller's own
  await mustBeAtSchool(ctx, row)
  return sheetOf(ctx, row, await begin(ctx, row, candidate, device))
})
/** 60-OT4 */
const takenOver = handle(takeOver, async (ctx, { id, device }) => {
  const { db, refuse } = ctx
  const row = await db.unscoped(testSchedule).one(id) // as above
  const candidate = await lockedCandidate(ctx, row)
  const running = (await runningOf(db, candidate)) ?? refuse('none', { name: row.name })
  await mustBeAtSchool(ctx, row)
  if (running.holder === device && !running.isLocked) return sheetOf(ctx, row, running)
  const { takeOvers: most } = await settingsOf(db)
  if (running.isLocked) refuse('locked', { n: running.takeOvers })
  const isTooOften = running.takeOvers >= most
  const { scheduleId, studentId, id: attemptId } = running
  await db.insert(testFlag, { attemptId, scheduleId, studentId, kind: isTooOften ? 'locked' : 'takeOver', at: new Date().toISOString() })
  const taken = await db.update(testAttempt, attemptId, { holder: device, takeOvers: running.takeOvers + 1, isLocked: isTooOften, seenAt: new Date().toISOString() })
  return { ...(await sheetOf(ctx, row, taken)), ...(isTooOften ? { questions: [], answers: [] } : {}), isLocked: isTooOften }
})
export default [start, takenOver]
