import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { correctQuestion, previewCorrection } from '../model/analysis-actions.ts'
import { testAttempt, testCandidate } from '../model/attempt.ts'
import { type Content, isContent } from '../model/content.ts'
import { type Correction, correctedContent, hasKey, testCorrection, type Way, withKey, writtenKey } from '../model/correction.ts'
import { formIn } from '../model/draw.ts'
import { marksOf } from '../model/marks.ts'
import { TEST_MESSAGES } from '../model/messages.ts'
import { testQuestionVersion } from '../model/question.ts'
import { testSchedule } from '../model/schedule.ts'
import { countedOf } from '../model/timing.ts'
import { aboutTest } from './about.ts'
import { correctionsOf } from './corrections.ts'
import { markAttempts, markedOf } from './mark-attempts.ts'
import type { Schedule } from './schedules.ts'
import { isTold } from './settle.ts'

const AT_ONCE = 200
const SHOWN = 500
/** Ended attempts in which the question was asked. */
export async function attemptsWith(db: Db, scheduleId: string, questionId: string): Promise<string[]> {
  const asked = JSON.stringify([{ q: questionId }])
  const found = await db.query<{ id: string }>(sql`select id from test_attempt where tenant_id = ${db.me.tenantId} and schedule_id = ${scheduleId}
    and state in ('submitted', 'marked', 'released') and form -> 'items' @> ${asked}::jsonb order by id`)
  return found.map(a => a.id)
}
/** The question as it was asked in this attempt. */
export async function contentIn(db: Db, attemptId: string, questionId: string): Promise<Content | null> {
  const attempt = await db.unscoped(testAttempt).one(attemptId) // of a test in the caller's scope
  const item = formIn(attempt).items.find(one => one.q === questionId)
  const version = item ? await db.unscoped(testQuestionVersion).find({ id: item.v }) : undefined // asked in it
  return version?.content ?? null
}
interface Draft {
  questionId: string
  way: Way
  answer?: string | null | undefined
}
/** What is to be done, and to which attempts; refused where it would change nothing or cannot be done. */
async function judged(db: Db, row: Schedule, { questionId, way, answer }: Draft): Promise<{ ids: string[]; fix: Correction }> {
  const refuse = (rule: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(correctQuestion, rule, values, field)
  const ids = await attemptsWith(db, row.id, questionId)
  const [first] = ids
  const content = first ? await contentIn(db, first, questionId) : null
  if (!content) throw refuse('notAsked', { name: row.name })
  if (way !== 'key') return { ids, fix: { way, answer: null } }
  if (!hasKey(content)) throw refuse('noKey', {}, 'way')
  if (!answer?.trim()) throw refuse('noAnswer', {}, 'answer')
  const made = withKey(content, answer)
  if (!isContent(made)) throw refuse(made.rule, made.values, 'answer')
  const now = (await correctionsOf(db, [row.id])).get(row.id)?.get(questionId)
  const written = writtenKey(made)
  if ((!now || now.way === 'key') && writtenKey(correctedContent(content, now)) === written) throw refuse('same', { answer: written }, 'answer')
  return { ids, fix: { way, answer: written } }
}
/** Candidates whose result would become another one. */
async function consequences(db: Db, row: Schedule, questionId: string, fix: Correction, ids: readonly string[]) {
  const fixes = new Map([...((await correctionsOf(db, [row.id])).get(row.id) ?? []), [questionId, fix]])
  const totals = new Map<string, number | null>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const attempts = await db.unscoped(testAttempt).all({ id: ids.slice(at, at + AT_ONCE) }) // of a test in the caller's scope
    const { own, contents, rules } = await markedOf(db, attempts)
    for (const attempt of attempts) totals.set(attempt.id, marksOf(formIn(attempt), own.get(attempt.id) ?? [], contents, rules, fixes).total)
  }
  const all = await db.query<{ id: string; studentId: string; name: string; total: number | null; from: number | null; wasPassed: boolean }>(
    sql`select t.id, t.student_id as "studentId", s.name, t.total::float8 as total, c.score::float8 as "from", c.is_passed as "wasPassed" from test_attempt t
      join test_candidate c on c.tenant_id = t.tenant_id and c.schedule_id = t.schedule_id and c.student_id = t.student_id join student s on s.tenant_id = t.tenant_id and s.id = t.student_id
      where t.tenant_id = ${db.me.tenantId} and t.schedule_id = ${row.id} and t.state in ('submitted', 'marked', 'released') order by t.student_id, t.no`,
  )
  const people = [...Map.groupBy(all, one => one.studentId).values()].filter(own => own.some(one => totals.has(one.id)))
  const results = people.flatMap(own => {
    const [{ name, from, wasPassed }] = own as [(typeof all)[number]]
    const marked = own.map(one => (totals.has(one.id) ? (totals.get(one.id) ?? null) : one.total)).filter(total => total !== null)
    const to = countedOf(
      marked.map(total => ({ total })),
      row.scoring,
    )?.total
    return to === undefined ? [] : [{ name, from, to, wasPassed, isPassed: to >= row.passScore }]
  })
  return { people: people.length, changed: results.filter(one => one.from !== one.to) }
}
const rank = (one: { wasPassed: boolean; isPassed: boolean }): number => (one.wasPassed === one.isPassed ? 1 : 0)
const preview = handle(previewCorrection, async ({ db }, { id, questionId, way: chosen, answer }) => {
  const row = await db.visible(testSchedule).one(id)
  const { ids, fix } = await judged(db, row, { questionId, way: chosen ?? 'key', answer })
  const { people, changed } = await consequences(db, row, questionId, fix, ids)
  const count = (fits: (one: (typeof changed)[number]) => boolean): number => changed.filter(fits).length
  return {
    people,
    gain: count(one => one.to > (one.from ?? 0)),
    lose: count(one => one.to < (one.from ?? 0)),
    nowPassed: count(one => !one.wasPassed && one.isPassed),
    nowFailed: count(one => one.wasPassed && !one.isPassed),
    changed: changed.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'zh')).slice(0, SHOWN),
  }
})
/** One recalculation for everybody, told to those whose result has changed. What passing gave stays given (60-OT11). */
const correct = handle(correctQuestion, async ({ db }, { id, questionId, way: chosen, answer, reason }) => {
  const row = await db.visible(testSchedule).lock(id)
  const { ids, fix } = await judged(db, row, { questionId, way: chosen ?? 'key', answer })
  const known = await db.unscoped(testCorrection).find({ scheduleId: id, questionId }) // of this test
  const fields = { ...fix, reason }
  if (known) await db.update(testCorrection, known.id, fields)
  else await db.insert(testCorrection, { scheduleId: id, questionId, ...fields })
  const resultsOf = async () => new Map((await db.unscoped(testCandidate).all({ scheduleId: id })).map(c => [c.studentId, c.score])) // of this test
  const before = await resultsOf()
  for (let at = 0; at < ids.length; at += AT_ONCE) await markAttempts(db, ids.slice(at, at + AT_ONCE))
  const changed = [...(await resultsOf())].flatMap(([studentId, to]) => (to === before.get(studentId) ? [] : [{ studentId, from: before.get(studentId) ?? null, to }]))
  if (isTold(row)) {
    const accounts = await accountsOf(
      db,
      changed.map(one => one.studentId),
    )
    const alike = Map.groupBy(changed, one => `${one.from} ${one.to}`)
    await notifyAbout(
      db,
      TEST_MESSAGES.corrected,
      aboutTest,
      [...alike.values()].map(own => ({
        row,
        to: own.flatMap(one => accounts.get(one.studentId) ?? []),
        more: { from: own[0]?.from ?? 0, score: own[0]?.to ?? 0, reason },
      })),
    )
  }
  return { changed: changed.length }
})
export default [preview, correct]
