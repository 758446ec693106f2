import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { testAnswer, testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import { testMark } from '../model/mark.ts'
import { isByHand } from '../model/question.ts'
import { testRecheck } from '../model/recheck.ts'
import { askRecheck, checkRecheck, readRecheck } from '../model/recheck-actions.ts'
import { testSchedule } from '../model/schedule.ts'
import { markAttempts } from './mark-attempts.ts'
import { lookedAt } from './my-tests.ts'
import { ownAttempt } from './own-attempts.ts'
import { recheckTodos, tellRechecked } from './recheck-todo.ts'
import { recheckUntil } from './recheck-until.ts'
import { settingsOf } from './settings.ts'
import type { Attempt } from './sheet.ts'
import { contentsOf } from './versions.ts'

/** Who marked answers of an attempt. */
async function markersOf(db: Db, attemptId: string): Promise<Set<string>> {
  const answers = await db.unscoped(testAnswer).all({ attemptId }) // of an attempt the caller rechecks or sat
  const marks = answers.length ? await db.unscoped(testMark).all({ answerId: answers.map(a => a.id) }) : [] // of these
  return new Set(marks.map(m => m.markerId))
}
const ask = handle(askRecheck, async ({ db, me, refuse }, { attemptId, reason }) => {
  const attempt = await ownAttempt({ db, me }, attemptId)
  const { scheduleId, studentId, no, total } = attempt
  const test = await db.unscoped(testSchedule).one(scheduleId) // of the caller's own attempt
  const until = recheckUntil(test, (await settingsOf(db)).recheckDays)
  if (!until) throw refuse('notReleased', { name: test.name })
  if (attempt.state !== 'released' || total === null) throw refuse('noScore', { no })
  if (Date.now() >= Date.parse(until)) throw refuse('over', { name: test.name, at: schoolTimeText(until) })
  const row = await db.insertOrSkip(testRecheck, { scheduleId, attemptId, studentId, reason, askedAt: new Date().toISOString(), before: total })
  if (!row) throw refuse('asked', { no })
  // whoever arranged it; where they marked the paper themselves, the office
  const markers = await markersOf(db, attemptId)
  const to = test.ownerId && !markers.has(test.ownerId) ? [test.ownerId] : (await officersOf(db)).filter(userId => !markers.has(userId))
  const student = (await studentOf(db, studentId))?.name ?? ''
  await recheckTodos.open(db, 'check', [{ row, to, more: { student } }])
})
/** Questions of an attempt that people mark and its candidate answered, by number. */
async function byHandIn(db: Db, attempt: Attempt) {
  const { items } = formIn(attempt)
  const contents = await contentsOf(db, [{ items }])
  const answers = await db.unscoped(testAnswer).all({ attemptId: attempt.id }) // of an attempt in the caller's scope
  return answers
    .flatMap(answer => {
      const item = items[answer.no - 1]
      const content = item && contents.get(item.v)
      return content && isByHand(content.type) ? [{ answer, full: item.m }] : []
    })
    .sort((a, b) => a.answer.no - b.answer.no)
}
const read = handle(readRecheck, async ({ db, me }, { id }) => {
  const row = await db.visible(testRecheck).one(id)
  const attempt = await db.unscoped(testAttempt).one(row.attemptId) // whose score is doubted
  const { total, questions } = await lookedAt(db, await db.unscoped(testSchedule).one(row.scheduleId), attempt) // the same
  return { total, questions, isOwnMark: (await markersOf(db, attempt.id)).has(me.userId), byHand: (await byHandIn(db, attempt)).map(one => one.answer.no) }
})
/** New scores and the answer are one transaction; the total, and whether it passes, follow as after marking. */
const check = handle(checkRecheck, async ({ db, me, refuse }, { id, answer, marks }) => {
  const row = await db.visible(testRecheck).lock(id, 'check')
  const attempt = await db.unscoped(testAttempt).lock(row.attemptId) // whose score is doubted
  if ((await markersOf(db, attempt.id)).has(me.userId)) refuse('ownMark')
  const byHand = await byHandIn(db, attempt)
  for (const { no, score } of marks ?? []) {
    const one = byHand.find(known => known.answer.no === no)
    if (!one) throw refuse('notByHand', { no })
    if (score > one.full) refuse('over', { no, full: one.full })
    await db.update(testAnswer, one.answer.id, { score, markedBy: me.userId })
  }
  if (marks?.length) await markAttempts(db, [attempt.id])
  const { total } = await db.unscoped(testAttempt).one(attempt.id) // as it stands now: a question may have been corrected meanwhile
  const state = total === row.before ? ('unchanged' as const) : ('changed' as const)
  const after = await db.update(testRecheck, id, { state, after: total, answer, checkedBy: me.userId, answeredAt: new Date().toISOString() })
  await recheckTodos.follow(db, [after])
  await tellRechecked(db, after)
})
export default [ask, read, check]
