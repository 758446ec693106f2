import { refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import type { Ctx, Db } from '#server/context.ts'
import { askedThoughKnown, problemsOf } from '../model/check-questions.ts'
import { type Question, SENSITIVITIES } from '../model/question.ts'
import { scaleIn } from '../model/scales.ts'
import { survey } from '../model/survey.ts'
import { settingsOf } from './settings.ts'
import { questionsOf, type Survey } from './versions.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(survey, key, values, field)
}
/** Everything that keeps a survey from being published. */
export async function mustBeWhole({ db }: Ctx, row: Survey): Promise<void> {
  const questions = await questionsOf(db, row)
  const [problem] = problemsOf(questions)
  if (problem) refuse(problem.rule, problem.values)
  const texts = [row.name, row.intro ?? '', ...questions.flatMap(q => [q.title, q.help ?? ''])]
  const scale = texts.map(scaleIn).find(Boolean)
  if (scale) refuse('scale', { scale }) // 60-SV11
  mustAskNothingKnown(row, questions)
  mustSayPurpose(row, questions)
  if (row.anonymity === 'anonymous') mustConceal(row, questions)
  if (row.asked === 'guardian') mustSuitGuardians(row, questions)
  if (row.isPublic) await mustBePublic(db, row, questions)
  if (row.anonymity === 'confidential' && !row.analystIds?.length) refuse('analysts', {}, 'analystIds')
}
/** 60-SV7 */
function mustAskNothingKnown(row: Survey, questions: readonly Question[]): void {
  const [asked] = askedThoughKnown(questions)
  if (asked) refuse('known', { title: asked.title, instead: { text: row.anonymity === 'anonymous' ? '请用随答卷保存的分组' : '请设为自动填入' } })
}
/** 60-SV12 */
function mustSayPurpose(row: Survey, questions: readonly Question[]): void {
  const asks = questions.find(q => q.sensitivity || q.type === 'phone')
  if (!asks) return
  if (!row.purposeText?.trim() || !row.deleteAfter)
    refuse('purpose', { title: asks.title, what: { text: SENSITIVITIES[asks.sensitivity ?? 'S1'] } }, row.deleteAfter ? 'purposeText' : 'deleteAfter')
  if (row.deleteAfter && row.deleteAfter <= schoolDate(row.endTime)) refuse('deletion', { day: row.deleteAfter }, 'deleteAfter')
}
const NAMES_SOMEBODY = { file: '收文件', signature: '要签名', phone: '问电话' } as const
/** 60-SV4: nothing in an anonymous answer names who gave it. */
function mustConceal(row: Survey, questions: readonly Question[]): void {
  const telling = questions.flatMap(q => (q.type in NAMES_SOMEBODY ? [NAMES_SOMEBODY[q.type as keyof typeof NAMES_SOMEBODY]] : []))
  const what = row.editable ? '提交后修改' : questions.some(q => q.prefill) ? '自动填入已知信息' : telling[0]
  if (what) refuse('anonymousForm', { what: { text: what } }, row.editable ? 'editable' : undefined)
}
/** A guardian has no account: nothing that needs one is asked, and an answer once given stays. */
function mustSuitGuardians({ isPublic, editable }: Survey, questions: readonly Question[]): void {
  const faults: ReadonlyArray<readonly [is: boolean, what: string, field?: string]> = [
    [isPublic, '在公开页面填写', 'isPublic'],
    [editable, '提交后修改', 'editable'],
    [questions.some(q => q.type === 'file' || q.type === 'signature'), '收文件'],
    [questions.some(q => q.type === 'region'), '问地区'],
    [questions.some(q => q.prefill), '自动填入已知信息'],
  ]
  const [, what, field] = faults.find(([is]) => is) ?? []
  if (what) refuse('guardianForm', { what: { text: what } }, field)
}
const NUMBERS = /身份证|证件号|银行卡|银行账[号户]/
/** 60-SV10: whoever has the code may answer, so nothing is asked that is worth stealing, and no region, whose list needs an account. */
async function mustBePublic(db: Db, { anonymity, oncePer }: Survey, questions: readonly Question[]): Promise<void> {
  const { publicNoFiles } = await settingsOf(db)
  const isWithoutAccount = anonymity === 'anonymous' && oncePer !== 'person'
  const asksFile = questions.some(q => q.type === 'file' || q.type === 'signature')
  const asksNumber = questions.find(q => NUMBERS.test(q.title))
  if (asksNumber) refuse('publicForm', { what: { text: '问证件号码和银行卡号' } })
  if (asksFile && publicNoFiles) refuse('publicForm', { what: { text: '收文件' } })
  if (isWithoutAccount && questions.some(q => q.type === 'region')) refuse('publicForm', { what: { text: '问地区' } })
}
