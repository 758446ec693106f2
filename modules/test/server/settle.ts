import { accountsOf } from '#modules/student/server/api.ts'
import { markAnswered } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { testSchedule } from '../model/schedule.ts'
import { countedOf } from '../model/timing.ts'
import type { Schedule } from './schedules.ts'

/** A result is known to its candidate at once, or from its release on. */
export const isTold = ({ showScore, stage }: Pick<Schedule, 'showScore' | 'stage'>): boolean => showScore === 'atOnce' || stage === 'released'
/** Result of these candidates from their marked attempts. Whoever has passed, and may know it, gets what passing gives; nothing is taken back by a later marking (60-OT11). */
export async function settle(db: Db, scheduleId: string, studentIds: readonly string[]): Promise<void> {
  const row = await db.unscoped(testSchedule).one(scheduleId) // of attempts that were marked
  const candidates = await db.unscoped(testCandidate).all({ scheduleId, studentId: [...studentIds] }) // the same
  const attempts = await db.unscoped(testAttempt).all({ scheduleId, studentId: [...studentIds], state: ['submitted', 'marked', 'released'] }) // the same
  const own = Map.groupBy(
    attempts.toSorted((a, b) => a.no - b.no),
    a => a.studentId,
  )
  const now = new Date().toISOString()
  const results = candidates.map(candidate => {
    const all = own.get(candidate.studentId) ?? []
    const counted = countedOf(
      all.flatMap(a => (a.total === null ? [] : [{ total: a.total }])),
      row.scoring,
    )
    const isPassed = counted !== undefined && counted.total >= row.passScore
    // where results are told later, handing in is all that is asked
    const isDone = row.kind === 'exam' || !isTold(row) ? all.length > 0 : isPassed
    return {
      id: candidate.id,
      score: counted?.total ?? null,
      isPassed,
      lastEndedAt: all.reduce<string | null>((last, a) => (a.submittedAt && (!last || a.submittedAt > last) ? a.submittedAt : last), null),
      doneAt: candidate.doneAt ?? (isDone ? now : null),
      passedAt: candidate.passedAt ?? (isPassed && isTold(row) ? now : null),
    }
  })
  if (results.length) await db.updateMany(testCandidate, results, { history: false })
  const before = new Map(candidates.map(candidate => [candidate.id, candidate]))
  const fresh = (name: 'doneAt' | 'passedAt') => results.filter(one => one[name] && !before.get(one.id)?.[name])
  const passed = fresh('passedAt')
  if (passed.length)
    await db.emitMany(
      'test.passed',
      passed.map(({ id, score }) => ({ scheduleId, candidateId: id, studentId: before.get(id)?.studentId, score })),
    )
  const done = fresh('doneAt').flatMap(({ id }) => before.get(id)?.studentId ?? [])
  if (done.length) await markAnswered(db, testSchedule, row, [...(await accountsOf(db, done)).values()])
}
