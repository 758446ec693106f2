import type { InputOf } from '#model'
import { refusalOf } from '#model'
import { familyMember } from '#modules/student/model/family.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { saveSurvey } from '../model/application.ts'
import { missingIn } from '../model/complete.ts'
import type { IndexItem } from '../model/index-model.ts'
import type { Snapshot } from '../model/recognition.ts'
import { aidSurvey } from '../model/survey.ts'
import { openBatches } from './open-batches.ts'

export const surveyOf = (db: Db, studentId: string) => db.unscoped(aidSurvey).find({ studentId }) // the caller's own
type Form = InputOf<typeof saveSurvey>
const FIELDS = [
  'homeCanton',
  'homeAddress',
  'parentPhone',
  'householdSize',
  'studyingCount',
  'supportCount',
  'annualIncome',
  'incomeNote',
  'housing',
  'loanThisYear',
  'disaster',
  'illness',
] as const
/** The survey as it is stored, without what is not asked. */
export function snapshotOf(row: Snapshot & { proofs?: readonly (string | null)[] | null }): Required<Snapshot> {
  const { members, answers, assets, specialGroups, unemployment, debt, incomePerHead } = row
  const plain = Object.fromEntries(FIELDS.map(name => [name, row[name] ?? null]))
  return {
    ...(plain as Pick<Required<Snapshot>, (typeof FIELDS)[number]>),
    ...{ members: members ?? [], answers: answers ?? {}, assets: assets ?? [], specialGroups: specialGroups ?? [] },
    ...{ unemployment: unemployment ?? null, debt: debt ?? null, incomePerHead: incomePerHead ?? null, proofs: (row.proofs ?? []).flatMap(p => p ?? []) },
  }
}
const perHead = (income: number | null | undefined, size: number | null | undefined): number | null => (typeof income === 'number' && size ? Math.round(income / size) : null)
function columnsOf({ answers, members, ...form }: Form) {
  return {
    ...form,
    members: (members ?? []).flatMap(m => m ?? []),
    answers: Object.fromEntries((answers ?? []).flatMap(a => (a ? [[a.key, a.option]] : []))),
    incomePerHead: perHead(form.annualIncome, form.householdSize),
    savedOn: today(),
  }
}
const save = handle(saveSurvey, async (ctx, form) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const draft = columnsOf(form)
  const before = await surveyOf(db, who.id)
  const row = before ? await db.update(aidSurvey, before.id, draft) : await db.insert(aidSurvey, { ...draft, studentId: who.id })
  await attachFiles(db, aidSurvey, row.id, { proofs: form.proofs ?? [] })
  const [batch] = await openBatches(db)
  return { savedAt: row.updatedAt, missing: missingIn(batch?.items ?? [], snapshotOf(row)).map(m => m.step) }
})
/** What the record already knows, for who fills in the survey for the first time. */
export async function prefilled(db: Db, who: StudentOf): Promise<Required<Snapshot>> {
  const family = await db.unscoped(familyMember).all({ studentId: who.id }, { sort: ['createdAt'] }) // the caller's own
  const members = family.map(f => ({ name: f.name, relation: f.relation, age: null, job: f.occupation, workStatus: null, health: null, income: f.incomeYearly }))
  const parentPhone = family.find(f => f.isGuardian)?.phone ?? who.emergencyPhone
  return snapshotOf({ homeCanton: who.homeCanton, homeAddress: who.homeAddress, parentPhone, members, householdSize: members.length ? members.length + 1 : null })
}
/** A survey in the form in which its student fills it in. */
export const formOf = ({ answers, incomePerHead: _, ...survey }: Required<Snapshot>) => ({
  ...survey,
  proofs: [...(survey.proofs ?? [])],
  assets: [...(survey.assets ?? [])],
  specialGroups: [...(survey.specialGroups ?? [])],
  members: [...(survey.members ?? [])],
  answers: Object.entries(answers ?? {}).map(([key, option]) => ({ key, option })),
})
/** Refuses a survey that cannot be handed in, step by step. */
export function mustBeThere(survey: Snapshot | undefined, items: readonly IndexItem[]): Snapshot {
  if (survey) return survey
  const [first] = missingIn(items, {})
  throw refusalOf(aidSurvey, 'missing', { step: { text: first?.step ?? '' }, fields: (first?.labels ?? []).map(text => ({ text })) })
}
export default save
