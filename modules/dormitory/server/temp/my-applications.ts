import { refusalOf } from '#model'
import { type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { casesOf, previewPath } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { fileReader } from '#server/files/readers.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { nightAt } from '../../model/setup/night.ts'
import { myTemps, previewTemp, type TempVerb, tempForm } from '../../model/temp/actions.ts'
import { tempSubject } from '../../model/temp/flow.ts'
import { tempLocation } from '../../model/temp/temp-location.ts'
import { isAway } from './end-temps.ts'
import { bedsOfStudents, nightsInTerm } from './facts.ts'
import { settingsOf } from './settings.ts'
import { countOf, type Temp, type Validation, validate } from './submit.ts'

const MOST = 100
/** Prefilled: last place and emergency contact on record. */
const form = handle(tempForm, async ctx => {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const settings = await settingsOf(db)
  const [last] = await db.unscoped(tempLocation).all({ studentId: who.id }, { sort: ['-from'], limit: 1 }) // one's own rows, filtered by student id
  const bed = (await bedsOfStudents(db, [who.id])).get(who.id)
  const [problem] = bed ? [] : refusalOf(tempLocation, 'noStay').issues
  return {
    placeType: last?.placeType ?? null,
    cantonCode: last?.cantonCode ?? null,
    address: last?.address ?? null,
    contactName: last?.contactName ?? who.emergencyName,
    contactPhone: last?.contactPhone ?? who.emergencyPhone,
    submitBefore: settings.tempSubmitBefore,
    maxNights: settings.tempMaxNights,
    termNights: settings.tempTermNights,
    usedInTerm: await nightsInTerm(db, who.id, nightAt(new Date().toISOString()), null),
    bed: bed?.fullName ?? null,
    problem: problem ? formatIssue(lang, problem) : null,
  }
})
/** Steps of the approval; empty without an account or whole nights, with the reason among the problems. */
async function stepsOf({ db, lang }: Ctx, who: StudentOf, span: { from: string; to: string }, judged: Validation) {
  if (!who.userId || !judged.nights.length) return []
  const row = { ...span, ...countOf(judged), studentId: who.id, placeType: 'other' }
  const { steps } = await previewPath(db, tempSubject, row, { lang })
  return steps.map(({ name, people }) => ({ name, people }))
}
const preview = handle(previewTemp, async (ctx, { from, to, id }) => {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const judged = await validate(db, who.id, { from, to }, id ?? null)
  const { settings, nights, level, usedInTerm, isLate, leaveId, problems } = judged
  return {
    nights: nights.map(n => n.date),
    level,
    usedInTerm,
    termNights: settings.tempTermNights,
    needsProof: isLate,
    submitBefore: settings.tempSubmitBefore,
    leaveId,
    // violations a proof would remedy are handled in the form
    problems: problems
      .filter(p => p.key !== 'late')
      .flatMap(p => refusalOf(tempLocation, p.key, p.values, p.field).issues.map(issue => ({ rule: p.key, msg: formatIssue(lang, issue) }))),
    steps: await stepsOf(ctx, who, { from, to }, judged),
  }
})
/** Actions available to the student; checked again by the server when performed. */
export function verbsOf(row: Pick<Temp, 'state' | 'from'>, now = Date.now()): TempVerb[] {
  if (row.state === 'returned') return ['edit', 'withdraw']
  if (row.state === 'pending') return ['withdraw']
  if (isAway(row, now)) return ['back']
  return row.state === 'approved' ? ['cancel'] : []
}
const mine = handle(myTemps, async (ctx, { id }) => {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const rows = await db.unscoped(tempLocation).all({ studentId: who.id, ...(id ? { id } : {}) }, { sort: ['-from'], limit: MOST }) // one's own rows, filtered by student id
  const cases = await casesOf(
    db,
    'tempLocation',
    rows.map(r => r.id),
    lang,
  )
  return rows.map(row => ({
    ...only(myTemps.output, row),
    proofs: [...(row.proofs ?? [])],
    instanceId: cases.get(row.id)?.instanceId ?? null,
    nextStep: cases.get(row.id)?.nextStep ?? null,
    can: verbsOf(row),
  }))
})
export default [
  form,
  preview,
  mine,
  /** Students may read files they submitted. */
  fileReader(tempLocation, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(tempLocation).count({ id, studentId: db.me.studentId })))), // the condition itself restricts to the owner
  compute(tempLocation, ['studentNo'], async ({ db }, rows) => {
    const students = await studentsOf(
      db,
      rows.map(r => r.studentId),
    )
    for (const row of rows) row.studentNo = students.get(row.studentId)?.studentNo ?? null
  }),
]
