import { refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { calendarOf, isSchoolDayOn } from '#modules/campus/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { noticeEnd } from '#modules/workflow/notices/model/notice-days.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { type Db, handle } from '#server/context.ts'
import { firstOf, firstPeople } from '#server/i18n/wording.ts'
import { excellentMost } from '../model/grades.ts'
import { type EvalResult, fdyEvalResult } from '../model/result.ts'
import { confirmResults, giveBackResult, publishResults, setGrade, settleEvaluation } from '../model/result-actions.ts'
import { type EvalScheme, evalStages, fdyEvalScheme } from '../model/scheme.ts'
import { countMarks } from './marks.ts'
import { tellResults } from './notify-results.ts'
import { heldOf, mustBeOther } from './scoring.ts'

const NAMED = 10
const stageOf = ({ name, stage }: EvalScheme) => ({ name, stage: { text: evalStages.labels[stage] } })
/** 50-CW9: in no college are more people excellent than may be; what is to be confirmed or published is judged with what stands beside it. */
async function mustBeFew(db: Db, { id, excellentPercent: percent }: EvalScheme): Promise<void> {
  const rows = await db.unscoped(fdyEvalResult).all({ schemeId: id }) // of the whole round
  const colleges = await db.cached(department)
  for (const [departmentId, own] of Map.groupBy(rows, r => r.departmentId)) {
    const [n, most] = [own.filter(r => r.grade === 'excellent').length, excellentMost(own.length, percent)]
    if (n > most) throw refusalOf(fdyEvalResult, 'excellent', { college: colleges.get(departmentId ?? '')?.name ?? { text: '其他' }, n, most, heads: own.length, percent }, 'grade')
  }
}
/** 50-CW9: a missing part blocks. */
async function mustBeWhole(db: Db, rows: readonly EvalResult[]): Promise<void> {
  const lacking = rows.filter(r => r.total === null || r.grade === null)
  if (!lacking.length) return
  const teachers = await db.cached(teacher)
  const people = firstPeople(
    lacking.map(r => teachers.get(r.teacherId)?.name ?? ''),
    NAMED,
  )
  throw refusalOf(fdyEvalResult, 'missing', { people })
}
const settle = handle(settleEvaluation, async ({ db, refuse }, { id }) => {
  const scheme = await db.visible(fdyEvalScheme).lock(id)
  if (phaseOf(scheme) !== 'closed') refuse('running', { name: scheme.name })
  if (scheme.stage !== 'scoring') refuse('settled', stageOf(scheme))
  const after = await db.update(fdyEvalScheme, id, { stage: 'grading' })
  return countMarks(db, after)
})
const grade = handle(setGrade, async ({ db, me }, { id, grade: given, reason }) => {
  const { scheme, row } = await heldOf(db, await db.visible(fdyEvalResult).one(id), 'setGrade')
  if (scheme.stage === 'scoring') throw refusalOf(fdyEvalResult, 'notClosed', { name: scheme.name })
  mustBeOther({ me }, row)
  await mustBeWhole(db, [row])
  await db.update(fdyEvalResult, id, { grade: given, gradeReason: reason })
  await mustBeFew(db, scheme)
})
const confirm = handle(confirmResults, async ({ db }, { ids }) => {
  const found = await db.visible(fdyEvalResult).all({ id: [...new Set(ids.flatMap(one => one ?? []))] })
  for (const schemeId of [...new Set(found.map(f => f.schemeId))].toSorted()) {
    const scheme = await db.unscoped(fdyEvalScheme).lock(schemeId) // the round of results that were found
    if (scheme.stage === 'scoring') throw refusalOf(fdyEvalResult, 'notClosed', { name: scheme.name })
    const rows = await db.visible(fdyEvalResult).lockAll(
      found.flatMap(f => (f.schemeId === schemeId ? [f.id] : [])),
      'confirm',
    )
    await mustBeWhole(db, rows)
    await mustBeFew(db, scheme)
    await db.updateWhere(fdyEvalResult, { id: rows.map(r => r.id), state: 'open' }, { state: 'collegeDone' })
  }
})
const giveBack = handle(giveBackResult, async ({ db }, { id, reason }) => {
  await heldOf(db, await db.visible(fdyEvalResult).one(id), 'giveBack')
  await db.update(fdyEvalResult, id, { state: 'open', gradeReason: reason })
})
/** The end of a notice that begins now. */
async function noticeEndOf(db: Db, { noticeWorkdays }: EvalScheme): Promise<string> {
  const [now, book] = [new Date(), await calendarOf(db)]
  const workdays = noticeWorkdays || (await figureOn(db, 'publicNotice.workdays', { on: schoolDate(now.getTime()) })).days
  return noticeEnd(now, workdays, on => isSchoolDayOn(book, on)).toISOString()
}
const publish = handle(publishResults, async ({ db, refuse }, { id }) => {
  const scheme = await db.visible(fdyEvalScheme).lock(id)
  const { name } = scheme
  if (scheme.stage === 'scoring') refuse('notReady', { name })
  const rows = await db.unscoped(fdyEvalResult).all({ schemeId: id, state: ['open', 'collegeDone'] }) // of the whole round
  await mustBeWhole(db, rows)
  const open = rows.filter(r => r.state === 'open')
  const colleges = await db.cached(department)
  const names = [...new Set(open.map(r => colleges.get(r.departmentId ?? '')?.name ?? '—'))]
  if (open.length) refuse('unconfirmed', { colleges: firstOf(names, NAMED) })
  if (!rows.length) refuse('nothing', { name })
  await mustBeFew(db, scheme)
  const noticeUntil = await noticeEndOf(db, scheme)
  await db.updateWhere(fdyEvalResult, { schemeId: id, state: 'collegeDone' }, { state: 'publicised', noticeUntil, objectionState: null })
  await db.update(fdyEvalScheme, id, { stage: 'publicised' })
  await tellResults(
    db,
    scheme,
    rows.map(r => ({ ...r, noticeUntil })),
  )
  return { count: rows.length, until: noticeUntil }
})
export default [settle, grade, confirm, giveBack, publish]
