import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Ctx, Db, Lang } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { ANSWER_PROBLEMS, type AnswerProblem, type Settled, settle } from '../model/answers.ts'
import { flagsOf } from '../model/flags.ts'
import type { Question } from '../model/question.ts'
import { survey } from '../model/survey.ts'
import { type RespondentType, surveyAnswer } from '../model/survey-rows.ts'
import type { Answers } from '../model/walk.ts'
import { settingsOf } from './settings.ts'
import type { Survey } from './versions.ts'

export interface Respondent {
  type: RespondentType
  id: string
  studentId: string | null
}
export interface Given {
  answers: Answers
  seconds: number | null
  channel: string
  strata: Record<string, string> | null
}
/** The answers as they count; refuses by number what is missing or does not fit (60-SV3). */
export function mustBeAnswered(lang: Lang, questions: readonly Question[], answers: Answers): Settled {
  const settled = settle(questions, answers)
  if (settled.problems.length) throw refusalOf(surveyAnswer, 'answers', { faults: faultsText(lang, settled.problems) })
  return settled
}
const NAMED = 10
const faultsText = (lang: Lang, problems: readonly AnswerProblem[]): string =>
  problems
    .slice(0, NAMED)
    .map(({ number, rule, values }) => formatWording(lang, { text: '第 {number} 题{fault}', values: { number, fault: { text: ANSWER_PROBLEMS[rule], values: values ?? {} } } }))
    .join(translate(lang, '；'))

/** One beyond the quota is refused: whoever submits counts under the lock of the survey. */
export async function mustHaveRoom(db: Db, { id, quota, name }: Survey): Promise<void> {
  if (!quota) return
  await db.unscoped(survey).lock(id) // whoever has a ticket counts here
  const [given] = await db.query<{ n: number }>(sql`select count(*)::int as n from survey_result where tenant_id = ${db.me.tenantId} and survey_id = ${id}`)
  if ((given?.n ?? 0) >= quota) throw refusalOf(surveyAnswer, 'full', { name, quota })
}
/** What is stored of a set of answers, with the flags that make it doubtful (60-SV9). */
async function settledColumns(db: Db, { path, kept }: Settled, known: Answers, { seconds, channel, strata }: Given) {
  const { secondsEach } = await settingsOf(db)
  return { answers: { ...kept, ...known }, seconds, channel, strata, flags: flagsOf(path, kept, seconds, secondsEach) }
}
/** Anonymous answers: nothing of the caller goes in, no history is written, and the moment is told by nothing in the row (60-SV4). Nor is the time it took: a proxy that notes
 *  when somebody opened the form and when they sent it would tell whose answer took so long. */
export async function storeAnonymous(db: Db, row: Survey, settled: Settled, given: Given): Promise<void> {
  const { answers, strata, channel, flags } = await settledColumns(db, settled, {}, given)
  await db.query(sql`insert into survey_anonymous_answer (tenant_id, survey_id, version_no, strata, answers, channel, flags)
    values (${db.me.tenantId}, ${row.id}, ${row.versionNo}, ${JSON.stringify(strata)}::jsonb, ${JSON.stringify(answers)}::jsonb, ${channel}, ${JSON.stringify(flags)}::jsonb)`)
}
/** Named and confidential answers; a change replaces the ones before. */
export async function storeNamed({ db }: Pick<Ctx, 'db'>, row: Survey, who: Respondent, settled: Settled, known: Answers, given: Given): Promise<void> {
  const attachments = settled.path.flatMap(q => (q.type === 'file' || q.type === 'signature' ? ((settled.kept[q.key] as string[] | undefined) ?? []) : []))
  const columns = { ...(await settledColumns(db, settled, known, given)), versionNo: row.versionNo, attachments, submittedAt: new Date().toISOString() }
  const before = await db.unscoped(surveyAnswer).find({ surveyId: row.id, respondentType: who.type, respondentId: who.id }) // the respondent's own
  const saved = before
    ? await db.update(surveyAnswer, before.id, columns)
    : await db.insert(surveyAnswer, { surveyId: row.id, respondentType: who.type, respondentId: who.id, studentId: who.studentId, ...columns })
  await attachFiles(db, surveyAnswer, saved.id, { attachments })
}
