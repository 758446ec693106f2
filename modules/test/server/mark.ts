import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { testAnswer, testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import { markAnswer, readMarking } from '../model/mark-actions.ts'
import { testSchedule } from '../model/schedule.ts'
import { markAttempts } from './mark-attempts.ts'
import type { Schedule } from './schedules.ts'

const AT_ONCE = 20
const isMarker = ({ markerIds }: Schedule, userId: string): boolean => markerIds?.includes(userId) ?? false
/** Students of the caller's own classes: others mark these. */
const ownStudents = (db: Db): Sql => sql`(select n.student_id from student_staff_now n where n.tenant_id = ${db.me.tenantId} and n.teacher_id = ${db.me.teacherId}::uuid)`
interface Marked {
  questionId: string
  stem: string
  model: string | null
  pictures: string[]
  full: number
  left: number
  done: number
  ownMean: number | null
  otherMean: number | null
}
/** Questions that people mark, each with what is left of it for the caller, and how the caller's mean stands to that of the others. */
const questionsOf = (db: Db, scheduleId: string): Promise<Marked[]> =>
  db.query<Marked>(sql`select a.question_id as "questionId", min(v.content ->> 'stem') as stem, min(v.content ->> 'model') as model, coalesce((array_agg(v.content -> 'pictures'))[1], '[]') as pictures, max((i.item ->> 'm')::float8) as full,
      count(*) filter (where a.score is null)::int as left, count(*) filter (where a.marked_by is not null)::int as done,
      avg(a.score) filter (where a.marked_by = ${db.me.userId}::uuid)::float8 as "ownMean", avg(a.score) filter (where a.marked_by <> ${db.me.userId}::uuid)::float8 as "otherMean"
    from test_answer a join test_attempt t on t.tenant_id = a.tenant_id and t.id = a.attempt_id cross join lateral (select t.form -> 'items' -> (a.no - 1) as item) i
      join test_question_version v on v.tenant_id = a.tenant_id and v.id = (i.item ->> 'v')::uuid
    where a.tenant_id = ${db.me.tenantId} and t.schedule_id = ${scheduleId} and t.state in ('submitted', 'marked') and v.content ->> 'type' in ('short', 'essay')
      and t.student_id not in ${ownStudents(db)} group by 1 order by 2`)
/** In an order of its own for each marker: by a hash, so that it is the same at the next reading and follows neither class nor time. */
const answersOf = (db: Db, scheduleId: string, questionId: string): Promise<Array<{ id: string; answer: string | null }>> =>
  db.query<{
    id: string
    answer: string | null
  }>(sql`select a.id, a.answer #>> '{}' as answer from test_answer a join test_attempt t on t.tenant_id = a.tenant_id and t.id = a.attempt_id
    where a.tenant_id = ${db.me.tenantId} and t.schedule_id = ${scheduleId} and t.state = 'submitted' and a.question_id = ${questionId} and a.score is null and t.student_id not in ${ownStudents(db)}
    order by md5(a.id::text || ${db.me.userId}) limit ${AT_ONCE}`)
const rounded = (n: number | null): number | null => (n === null ? null : Math.round(n * 10) / 10)
export default [
  handle(readMarking, async ({ db, me, refuse }, { id, questionId }) => {
    const row = await db.unscoped(testSchedule).one(id) // whose markers are looked at next
    if (!isMarker(row, me.userId)) refuse('notMarker', { name: row.name })
    const questions = await questionsOf(db, id)
    const chosen = questions.find(one => one.questionId === questionId) ?? questions.find(one => one.left > 0)
    return {
      name: row.name,
      questions: questions.map(one => ({ ...one, ownMean: rounded(one.ownMean), otherMean: rounded(one.otherMean) })),
      answers: chosen ? await answersOf(db, id, chosen.questionId) : [],
    }
  }),
  handle(markAnswer, async ({ db, me, refuse }, { id, score }) => {
    const answer = await db.unscoped(testAnswer).lock(id) // whose markers are looked at next
    const attempt = await db.unscoped(testAttempt).lock(answer.attemptId) // the same
    const row = await db.unscoped(testSchedule).one(attempt.scheduleId) // the same
    if (!isMarker(row, me.userId)) refuse('notMarker', { name: row.name })
    if (attempt.state !== 'submitted' && attempt.state !== 'marked') throw refusalOf(markAnswer, 'released', { name: row.name })
    if (answer.score !== null && answer.markedBy !== me.userId) refuse('done')
    const [own] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${ownStudents(db)} o where o.student_id = ${attempt.studentId}`)
    if (own?.n) refuse('ownClass')
    const full = formIn(attempt).items[answer.no - 1]?.m ?? 0
    if (score > full) refuse('over', { full }, 'score')
    await db.update(testAnswer, id, { score, markedBy: me.userId })
    await markAttempts(db, [attempt.id])
  }),
]
