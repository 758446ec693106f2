import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { testAnswer, testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import type { Given } from '../model/marking.ts'
import { marksOf } from '../model/marks.ts'
import { correctionsOf } from './corrections.ts'
import { settingsOf } from './settings.ts'
import { settle } from './settle.ts'
import { contentsOf } from './versions.ts'

type Attempt = Row<typeof testAttempt>
type Answer = Pick<Row<typeof testAnswer>, 'id' | 'attemptId' | 'no' | 'score' | 'markedBy'> & { answer: Given }
/** Answers and questions of attempts, all in two statements. */
export async function markedOf(db: Db, attempts: readonly Attempt[]) {
  const answers = (await db.unscoped(testAnswer).all({ attemptId: attempts.map(a => a.id) })) as Answer[] // of these
  const contents = await contentsOf(db, attempts.map(formIn))
  return { own: Map.groupBy(answers, one => one.attemptId), contents, rules: await settingsOf(db) }
}
/** 60-OT9: marks attempts that are handed in, all answers of all of them in one statement; what people have marked stays. Settles their candidates. */
export async function markAttempts(db: Db, ids: readonly string[]): Promise<void> {
  const attempts = await db.unscoped(testAttempt).all({ id: [...ids], state: ['submitted', 'marked', 'released'] }) // ended by their candidate, the clock or an invigilator in scope
  if (!attempts.length) return
  const { own, contents, rules } = await markedOf(db, attempts)
  const fixes = await correctionsOf(
    db,
    attempts.map(a => a.scheduleId),
  )
  const changed: Array<{ id: string; score: number | null }> = []
  const sums = attempts.map(attempt => {
    const answers = own.get(attempt.id) ?? []
    const { scores, auto, manual, total, waits } = marksOf(formIn(attempt), answers, contents, rules, fixes.get(attempt.scheduleId))
    for (const { id, no, score, markedBy } of answers) if (!markedBy && scores[no - 1] !== score) changed.push({ id, score: scores[no - 1] ?? null })
    const state = attempt.state === 'released' ? attempt.state : waits ? ('submitted' as const) : ('marked' as const)
    return { id: attempt.id, auto, manual, total, state }
  })
  if (changed.length) await db.updateMany(testAnswer, changed, { history: false })
  await db.updateMany(testAttempt, sums, { history: false })
  for (const [scheduleId, of] of Map.groupBy(attempts, a => a.scheduleId)) await settle(db, scheduleId, [...new Set(of.map(a => a.studentId))])
}
