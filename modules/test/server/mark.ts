import sql, { type Sql } from 'sql-template-tag'
import { refusalOf, type SettingsOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { testAnswer, testAttempt } from '../model/attempt.ts'
import { formIn } from '../model/draw.ts'
import { decided, testMark } from '../model/mark.ts'
import { markAnswer, readMarking } from '../model/mark-actions.ts'
import type { TEST_PARAMETERS } from '../model/parameters.ts'
import { testSchedule } from '../model/schedule.ts'
import { markAttempts } from './mark-attempts.ts'
import type { Schedule } from './schedules.ts'
import { settingsOf } from './settings.ts'

type Settings = SettingsOf<typeof TEST_PARAMETERS>
const AT_ONCE = 20
const isMarker = ({ markerIds }: Schedule, userId: string): boolean => markerIds?.includes(userId) ?? false
/** Students of the caller's own classes, where others mark these. */
const ownStudents = (db: Db, { othersMark }: Settings): Sql =>
  sql`(select n.student_id from student_staff_now n where ${othersMark} and n.tenant_id = ${db.me.tenantId} and n.teacher_id = ${db.me.teacherId}::uuid)`
/** Answers `a` of attempts `t` that the caller may mark, with the marks they have: how many there are, and which is the caller's. */
const answersIn = (db: Db, scheduleId: string, settings: Settings): Sql => sql`test_answer a join test_attempt t on t.tenant_id = a.tenant_id and t.id = a.attempt_id
  cross join lateral (select count(*)::int as n, sum(k.score) as sum, max(k.score) filter (where k.marker_id = ${db.me.userId}::uuid) as own
    from test_mark k where k.tenant_id = a.tenant_id and k.answer_id = a.id) k
  where a.tenant_id = ${db.me.tenantId} and t.schedule_id = ${scheduleId} and t.student_id not in ${ownStudents(db, settings)}`
interface Marked {
  questionId: string
  stem: string
  material: { stem: string; pictures: string[] } | null
  model: string | null
  pictures: string[]
  full: number
  left: number
  done: number
  second: number
  third: number
  ownMean: number | null
  otherMean: number | null
}
/** Questions that people mark, each with what is left of it for the caller, and how the caller's mean stands to that of the others. */
const questionsOf = (db: Db, { id, isDouble }: Schedule, settings: Settings): Promise<Marked[]> =>
  db.query<Marked>(sql`select a.question_id as "questionId", min(v.content ->> 'stem') as stem, (array_agg(case when g.id is not null then jsonb_build_object('stem', g.content -> 'stem', 'pictures', coalesce(g.content -> 'pictures', '[]')) end))[1] as material, min(v.content ->> 'model') as model, coalesce((array_agg(v.content -> 'pictures'))[1], '[]') as pictures, max((i.item ->> 'm')::float8) as full,
      count(*) filter (where a.score is null and a.own is null)::int as left, count(*) filter (where a.marked_by is not null)::int as done,
      count(*) filter (where ${isDouble} and a.score is null and a.n = 1)::int as second, count(*) filter (where a.score is null and a.n = 2)::int as third,
      avg(a.own)::float8 as "ownMean", (sum(a.sum - coalesce(a.own, 0)) / nullif(sum(a.n - (a.own is not null)::int), 0))::float8 as "otherMean"
    from (select a.tenant_id, a.question_id, a.no, a.score, a.marked_by, t.form, k.n, k.sum, k.own from ${answersIn(db, id, settings)} and t.state in ('submitted', 'marked')) a
      cross join lateral (select a.form -> 'items' -> (a.no - 1) as item) i join test_question_version v on v.tenant_id = a.tenant_id and v.id = (i.item ->> 'v')::uuid
      left join test_question_version g on g.tenant_id = a.tenant_id and g.id = (i.item ->> 'g')::uuid
    where v.content ->> 'type' in ('short', 'essay') group by 1 order by 2`)
/** In an order of its own for each marker: by a hash, so that it is the same at the next reading and follows neither class nor time. What another has marked is not told apart. */
const answersOf = (db: Db, { id }: Schedule, questionId: string, settings: Settings): Promise<Array<{ id: string; answer: string | null }>> =>
  db.query<{ id: string; answer: string | null }>(sql`select a.id, a.answer #>> '{}' as answer from ${answersIn(db, id, settings)}
    and t.state = 'submitted' and a.question_id = ${questionId} and a.score is null and k.own is null order by md5(a.id::text || ${db.me.userId}) limit ${AT_ONCE}`)
const rounded = (n: number | null): number | null => (n === null ? null : Math.round(n * 10) / 10)
export default [
  handle(readMarking, async ({ db, me, refuse }, { id, questionId }) => {
    const row = await db.unscoped(testSchedule).one(id) // whose markers are looked at next
    if (!isMarker(row, me.userId)) refuse('notMarker', { name: row.name })
    const settings = await settingsOf(db)
    const questions = await questionsOf(db, row, settings)
    const chosen = questions.find(one => one.questionId === questionId) ?? questions.find(one => one.left > 0)
    return {
      ...{ name: row.name, isDouble: row.isDouble, gapPercent: settings.markGapPercent },
      questions: questions.map(one => ({ ...one, ownMean: rounded(one.ownMean), otherMean: rounded(one.otherMean) })),
      answers: chosen ? await answersOf(db, row, chosen.questionId, settings) : [],
    }
  }),
  handle(markAnswer, async ({ db, me, refuse }, { id, score }) => {
    const answer = await db.unscoped(testAnswer).lock(id) // whose markers are looked at next
    const attempt = await db.unscoped(testAttempt).lock(answer.attemptId) // the same
    const row = await db.unscoped(testSchedule).one(attempt.scheduleId) // the same
    if (!isMarker(row, me.userId)) refuse('notMarker', { name: row.name })
    if (attempt.state !== 'submitted' && attempt.state !== 'marked') throw refusalOf(markAnswer, 'released', { name: row.name })
    if (answer.score !== null && (row.isDouble || answer.markedBy !== me.userId)) refuse('done')
    const settings = await settingsOf(db)
    const [own] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${ownStudents(db, settings)} o where o.student_id = ${attempt.studentId}`)
    if (own?.n) refuse('ownClass')
    const full = formIn(attempt).items[answer.no - 1]?.m ?? 0
    if (score > full) refuse('over', { full }, 'score')
    const marks = (await db.unscoped(testMark).all({ answerId: id })).toSorted((a, b) => a.turn - b.turn) // of this answer
    const mine = marks.find(one => one.markerId === me.userId)
    if (mine) await db.update(testMark, mine.id, { score })
    else await db.insert(testMark, { answerId: id, markerId: me.userId, turn: marks.length + 1, score })
    const scores = mine ? marks.map(one => (one === mine ? score : one.score)) : [...marks.map(one => one.score), score]
    const result = decided(scores, row.isDouble, full, settings.markGapPercent)
    if (result === null) return
    await db.update(testAnswer, id, { score: result, markedBy: me.userId })
    await markAttempts(db, [attempt.id])
  }),
]
