import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { IndexItem } from './index-model.ts'
import type { Snapshot } from './recognition.ts'
import { aidSurvey, STEP_FIELDS, STEPS, type Step, surveyForm } from './survey.ts'

/** What applying asks for, of each step. */
const NEEDED = {
  family: ['homeCanton', 'homeAddress', 'parentPhone', 'householdSize', 'studyingCount', 'supportCount'],
  economy: ['annualIncome', 'housing', 'loanThisYear'],
  event: [],
  promise: [],
} as const satisfies Record<Step, ReadonlyArray<keyof typeof surveyForm>>
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const ADULT = 18
/** Out of work, retired or still studying. */
const IDLE: ReadonlySet<string> = new Set(['31', '70', '80'])
const MOST_WORKERS = 2
const FEN = 100
const asked = (items: readonly IndexItem[], survey: Snapshot): number => items.filter(i => i.source === 'asked' && !i.options.some(o => o.key === survey.answers?.[i.key])).length
const isWhole = (m: NonNullable<Snapshot['members']>[number]): boolean => !isEmpty(m.age) && !isEmpty(m.workStatus) && !isEmpty(m.income)

/** Steps of a survey that still miss something, with the labels of what it is. */
export function missingIn(items: readonly IndexItem[], survey: Snapshot): Array<{ step: Step; labels: string[] }> {
  const members = survey.members ?? []
  return (Object.keys(STEPS) as Step[]).flatMap(step => {
    const labels = NEEDED[step].filter(name => isEmpty(survey[name])).map(name => surveyForm[name].label)
    if (step === 'family' && !(members.length && members.every(isWhole))) labels.push(aidSurvey.fields.members.label)
    if (step === 'promise' && asked(items, survey)) labels.push(aidSurvey.fields.answers.label)
    return labels.length ? [{ step, labels }] : []
  })
}
/** Why a survey cannot be handed in. */
export function surveyProblems(items: readonly IndexItem[], survey: Snapshot): Violation[] {
  const missing = missingIn(items, survey)
  if (missing.length)
    return missing.map(({ step, labels }) => ({
      of: aidSurvey,
      key: 'missing',
      values: { step: { text: STEPS[step] }, fields: labels.map(text => ({ text })) },
      field: STEP_FIELDS[step][0],
    }))
  return inconsistencies(survey).map(v => ({ ...v, of: aidSurvey }))
}
function inconsistencies({ members, householdSize, studyingCount, annualIncome, incomeNote }: Snapshot): Violation[] {
  const [size, income, all] = [householdSize ?? 0, annualIncome ?? 0, members ?? []]
  const workers = all.filter(m => (m.age ?? 0) >= ADULT && !IDLE.has(m.workStatus ?? '')).length
  const sum = all.reduce((total, m) => total + (m.income ?? 0), 0)
  return [
    all.length < size - 1 && { key: 'fewMembers', values: { size, count: all.length }, field: 'members' },
    (studyingCount ?? 0) > size && { key: 'studying', values: { studying: studyingCount, size }, field: 'studyingCount' },
    income === 0 && workers >= MOST_WORKERS && !incomeNote?.trim() && { key: 'incomeZero', values: { count: workers }, field: 'incomeNote' },
    sum > income && { key: 'incomeMembers', values: { sum: sum / FEN, income: income / FEN }, field: 'annualIncome' },
  ].flatMap(v => v || [])
}
