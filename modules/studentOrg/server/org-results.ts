import sql from 'sql-template-tag'
import { type Phrase, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { minCell } from '#server/statistics/grouped.ts'
import { orgAppointment } from '../model/appointment.ts'
import { GRADES, type OrgEvalResult, type OrgEvaluation, orgEvalResult, orgEvaluation } from '../model/evaluation.ts'
import { announceResults, dismissUnfit, gradeResult, markByGuide, settleOrgEvaluation } from '../model/evaluation-actions.ts'
import { excellentMost, proposedGrades, totalOf, wholeMonths } from '../model/evaluation-marks.ts'
import { studentOrg } from '../model/org.ts'
import { guidesOf } from './clock.ts'
import { endPosts, tellHolders } from './office.ts'

const NAMED = 10
const resultsIn = (db: Db, { id }: Pick<OrgEvaluation, 'id'>): Promise<OrgEvalResult[]> => db.unscoped(orgEvalResult).all({ evaluationId: id }, { sort: ['id'] }) // of one the caller runs
async function namesOf(db: Db, rows: readonly OrgEvalResult[]): Promise<Phrase | string> {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return firstPeople(
    rows.map(r => people.get(r.studentId)?.name ?? ''),
    NAMED,
  )
}
/** The evaluation first, then the result: who settles or announces waits for who marks, and the other way round. */
async function openResult(db: Db, found: OrgEvalResult, verb: 'mark' | 'grade'): Promise<{ evaluation: OrgEvaluation; row: OrgEvalResult }> {
  const evaluation = await db.unscoped(orgEvaluation).lock(found.evaluationId) // of a result the caller reads
  return { evaluation, row: await db.unscoped(orgEvalResult).lock(found.id, verb) } // as above
}
/** 60-OG8: guides mark by name; of several guides the mean counts. */
const byGuide = handle(markByGuide, async ({ db, me, refuse }, { id, mark }) => {
  const { evaluation, row } = await openResult(db, await db.visible(orgEvalResult).one(id), 'mark')
  if (!evaluation.guides) refuse('guidesOff', { name: evaluation.name })
  if (evaluation.stage !== 'judging') refuse('counted', { name: evaluation.name })
  const org = await db.unscoped(studentOrg).one(row.orgId) // of the result
  if (!(await guidesOf(db, [org.id]))(org.id).includes(me.userId)) refuse('notGuide', { org: org.name })
  const guideMarks = [...(row.guideMarks ?? []).flatMap(g => (g && g.userId !== me.userId ? [g] : [])), { userId: me.userId, mark }]
  const guidesMark = Math.round((guideMarks.reduce((sum, g) => sum + g.mark, 0) * 100) / guideMarks.length) / 100
  await db.update(orgEvalResult, id, { guideMarks, guidesMark })
})
/** Marks by judge. */
const marksOf = ({ studentsMark, guidesMark, colleaguesMark }: OrgEvalResult) => ({ students: studentsMark, guides: guidesMark, colleagues: colleaguesMark })
interface Said {
  id: string
  isColleague: boolean
  n: number
  mark: number
}
/** Counts once. A mean of fewer answers than `privacy.minCell` would tell who gave what: the part stays empty, and its weight falls to the others. */
const settle = handle(settleOrgEvaluation, async (ctx, { id }) => {
  const { db, refuse } = ctx
  const evaluation = await db.visible(orgEvaluation).lock(id, 'settle')
  if (phaseOf(evaluation) !== 'closed') refuse('running', { name: evaluation.name })
  const rows = await resultsIn(db, evaluation)
  const unmarked = evaluation.guides ? rows.filter(r => r.guidesMark === null) : []
  if (unmarked.length) refuse('unmarked', { people: await namesOf(db, unmarked) })
  const least = await minCell(ctx)
  const said = await db.query<Said>(sql`select result_id as id, is_colleague as "isColleague", count(*)::int as n, round(avg(mark) * 20, 2)::float8 as mark
    from org_eval_answer where tenant_id = ${db.me.tenantId} and evaluation_id = ${id} group by 1, 2 having count(*) >= ${least}::int`)
  const began = new Map((await db.unscoped(orgAppointment).all({ id: rows.map(r => r.appointmentId) })).map(a => [a.id, a])) // as above
  // one that was closed early is counted to the day
  const [last = today()] = [schoolDate(Date.parse(evaluation.endTime)), today()].toSorted()
  const counted = rows.map(row => {
    const markOf = (isColleague: boolean) => said.find(s => s.id === row.id && s.isColleague === isColleague)?.mark ?? null
    const marks = { ...marksOf(row), students: markOf(false), colleagues: markOf(true) }
    const held = began.get(row.appointmentId)
    const to = held && held.to < last ? held.to : last
    return { id: row.id, studentsMark: marks.students, colleaguesMark: marks.colleagues, total: totalOf(evaluation, marks), months: wholeMonths(held?.begunOn ?? last, to) }
  })
  const grades = proposedGrades(counted, evaluation.excellentPercent)
  await db.updateMany(
    orgEvalResult,
    counted.map(c => ({ ...c, grade: grades.get(c.id) ?? null })),
  )
  await db.update(orgEvaluation, id, { stage: 'grading' })
  return { count: rows.length }
})
/** Looked at when a grade is set and when results are announced. */
function mustBeFew({ excellentPercent: percent }: OrgEvaluation, rows: readonly OrgEvalResult[]): void {
  const [n, most] = [rows.filter(r => r.grade === 'excellent').length, excellentMost(rows.length, percent)]
  if (n > most) throw refusalOf(orgEvaluation, 'excellent', { n, most, heads: rows.length, percent }, 'grade')
}
const grade = handle(gradeResult, async ({ db, refuse }, { id, grade: given, reason }) => {
  const { evaluation } = await openResult(db, await db.visible(orgEvalResult).one(id), 'grade')
  if (evaluation.stage !== 'grading') refuse('early', { name: evaluation.name })
  await db.update(orgEvalResult, id, { grade: given, gradeReason: reason })
  mustBeFew(evaluation, await resultsIn(db, evaluation))
})
const announce = handle(announceResults, async ({ db, refuse }, { id }) => {
  const evaluation = await db.visible(orgEvaluation).lock(id, 'announce')
  const rows = await resultsIn(db, evaluation)
  const ungraded = rows.filter(r => r.grade === null)
  if (ungraded.length) refuse('ungraded', { people: await namesOf(db, ungraded) })
  mustBeFew(evaluation, rows)
  await db.updateWhere(orgEvalResult, { evaluationId: id, state: 'open' }, { state: 'final' })
  await db.update(orgEvaluation, id, { stage: 'final' })
  await db.emit('studentOrg.evaluated', { evaluationId: id, resultIds: rows.map(r => r.id) })
  const held = new Map((await db.unscoped(orgAppointment).all({ id: rows.map(r => r.appointmentId) })).map(a => [a.id, a])) // of these results
  const told = rows.flatMap(r => held.get(r.appointmentId) ?? [])
  const of = new Map(rows.map(r => [r.appointmentId, r]))
  const more = (appointmentId: string) => {
    const { grade: given, total } = of.get(appointmentId) ?? {}
    return { grade: given ? { text: GRADES[given] } : '', total: total ?? '' }
  }
  await tellHolders(db, 'graded', told, { more: ({ id: appointmentId }) => more(appointmentId) })
  const guides = await guidesOf(db, [evaluation.orgId])
  const unfit = told.filter(a => a.state === 'active' && of.get(a.id)?.grade === 'unfit')
  await tellHolders(db, 'unfit', unfit, { to: a => guides(a.orgId), link: () => '/studentOrg/results' })
})
const dismiss = handle(dismissUnfit, async ({ db, refuse }, { id, hearing }) => {
  const row = await db.visible(orgEvalResult).lock(id, 'dismiss')
  if (row.grade !== 'unfit') refuse('fit')
  const ended = await endPosts(db, [row.appointmentId], 'removed', '考核不称职')
  if (!ended) refuse('gone', { name: await namesOf(db, [row]) })
  await db.update(orgEvalResult, id, { hearing })
})
export default [byGuide, settle, grade, announce, dismiss]
