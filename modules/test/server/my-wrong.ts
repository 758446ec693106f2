import { handle } from '#server/context.ts'
import { testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import { testSchedule } from '../model/schedule.ts'
import { myWrong } from '../model/sit-actions.ts'
import { isShown, lookedAt } from './my-tests.ts'

const [MOST_ATTEMPTS, MOST] = [20, 100]
/** The newest answer to a question decides: whoever has it right since has learnt it. */
export default handle(myWrong, async ({ db, me }) => {
  const mine = { studentId: me.studentId ?? '', state: ['marked', 'released'] as Array<'marked' | 'released'> }
  const all = me.studentId ? await db.unscoped(testAttempt).all(mine) : [] // the caller's own
  const attempts = all.toSorted((a, b) => (b.submittedAt ?? '').localeCompare(a.submittedAt ?? '')).slice(0, MOST_ATTEMPTS)
  const schedules = new Map((await db.unscoped(testSchedule).all({ id: attempts.map(a => a.scheduleId) })).map(row => [row.id, row])) // of these
  const seen = new Set<string>()
  const wrong: Array<{ name: string; question: Awaited<ReturnType<typeof lookedAt>>['questions'][number] }> = []
  for (const attempt of attempts) {
    const row = schedules.get(attempt.scheduleId)
    if (!row || !isShown(row.showAnswers, row)) continue
    for (const question of (await lookedAt(db, row, attempt)).questions) {
      const key = formIn(attempt).items[question.no - 1]?.q ?? ''
      if (seen.has(key) || question.got === null) continue
      seen.add(key)
      if (question.got < question.score && question.correctedAs !== 'drop') wrong.push({ name: row.name, question })
    }
  }
  return wrong.slice(0, MOST)
})
