import type { InputOf } from '#model'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx } from '#server/context.ts'
import type { changeApplication } from '../model/application.ts'
import { changeType, WITHDRAWAL_DECIDED } from '../model/change-type.ts'
import { checksOf, typeViolations, violationsOf } from './judge.ts'
import { knownOf } from './known.ts'
import { consequencesOf, placeText, shownChecks, shownConsequences, targetText } from './outcome.ts'
import { type Change, type ChangeInput, classesFor, targetOf } from './target.ts'
import { type ChangeType, typeOf, typesInUse } from './types.ts'

const typeText = (t: ChangeType) => ({
  ...{ id: t.id, code: t.code, name: t.name, rule: t.rule, beginner: t.beginner, placement: t.placement },
  ...{ asksUntil: t.asksUntil, asksProof: t.asksProof, asksSchool: t.asksSchool, isDecided: t.code === WITHDRAWAL_DECIDED },
})
/** The types a student may see, each with the values its rules look at. */
export async function begin(ctx: Ctx) {
  const { db, lang } = ctx
  const { id } = await selfStudent(ctx)
  const known = await knownOf(db, id)
  const { student } = known
  const how = { isStaff: false }
  const types = (await typesInUse(db)).filter(t => t.beginner === 'student')
  return {
    now: { ...(await placeText(db, student.status, student)), until: student.statusUntil },
    types: types.map(t => ({
      ...typeText(t),
      figures: shownChecks(lang, checksOf(t, known, {}, how)),
      isOffered: !typeViolations(t, known, how).length && (t.placement === 'none' || classesFor(t, known).length > 0),
    })),
  }
}
/** What the form leads to; papers are asked for when it is submitted. */
export async function preview({ db, lang }: Ctx, who: StudentOf, asks: InputOf<typeof changeApplication.preview>, isStaff: boolean) {
  const [type, known] = [await typeOf(db, asks.typeId), await knownOf(db, who.id)]
  const { student } = known
  const form: ChangeInput = { ...asks, effectiveDate: asks.effectiveDate ?? today() }
  const target = targetOf(type, student, form, known.classes.get(form.toClassId ?? ''))
  const papers = ['proof', 'guardian', 'schoolMissing', 'scoreMissing', 'reasonMissing', 'docMissing', 'groundMissing', 'untilMissing', 'classMissing']
  return {
    answer: {
      type: typeText(type),
      from: await placeText(db, student.status, student),
      to: await targetText(db, target),
      figures: shownChecks(lang, checksOf(type, known, form, { isStaff })),
      consequences: shownConsequences(lang, await consequencesOf(db, type, known, form)),
      classes: classesFor(type, known).map(c => ({ id: c.id, name: c.name, grade: c.grade })),
    },
    violations: violationsOf(type, known, form, { isStaff }).filter(v => !papers.includes(v.key)),
    row: type.beginner === 'document' ? null : { ...form, changeNo: '', studentId: student.id, typeId: type.id },
  }
}
export async function mine({ db }: Ctx, _rows: readonly Change[]) {
  const [types, classes, gradeMajors] = await Promise.all([db.cached(changeType), db.cached(stuClass), db.cached(gradeMajor)])
  const nameOf = (id: string | null): string | null => gradeMajors.get(id ?? '')?.name ?? null
  return (row: Change) => ({
    typeName: types.get(row.typeId)?.name ?? '—',
    toClassName: classes.get(row.toClassId ?? '')?.name ?? null,
    toGradeMajorName: row.isTransfer ? nameOf(row.toGradeMajorId) : null,
    choiceNames: (row.choices ?? []).map(id => nameOf(id) ?? '—'),
  })
}
