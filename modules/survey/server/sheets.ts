import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { fileReader } from '#server/files/readers.ts'
import type { Flag } from '../model/flags.ts'
import type { Question } from '../model/question.ts'
import { answerSheets, judgeSheet, revealSheet } from '../model/sheet-actions.ts'
import { survey } from '../model/survey.ts'
import { surveyAnswer } from '../model/survey-rows.ts'
import { saidOf } from './said.ts'
import { numbered } from './tally.ts'
import { questionsOf, type Survey } from './versions.ts'

const PAGE = 30
const HIDDEN = '******'
interface Stored {
  id: string
  name: string
  className: string | null
  submittedAt: string
  seconds: number | null
  flags: Flag[] | null
  isValid: boolean
  answers: Record<string, unknown>
}
const stored = (db: Db, which: Sql): Promise<Stored[]> =>
  db.query<Stored>(sql`select r.id, coalesce(s.name, u.nick_name, '—') as name, c.name as "className", r.submitted_at as "submittedAt", r.seconds, r.flags, r.is_valid as "isValid", r.answers
    from survey_answer r left join student s on s.tenant_id = r.tenant_id and s.id = r.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join sys_user u on u.tenant_id = r.tenant_id and u.id::text = r.respondent_id where r.tenant_id = ${db.me.tenantId} and ${which}`)
/** Asked as personal or sensitive, or filled in with a telephone number. */
export const isProtected = (q: Question): boolean => q.sensitivity !== null || q.type === 'phone' || q.prefill === 'phone'
function shownSheet({ answers, flags, ...row }: Stored, questions: readonly Question[], revealed: boolean) {
  const cells = numbered(questions).map(({ q, number }) => {
    const answer = answers[q.key]
    const hides = isProtected(q) && !revealed && answer !== undefined
    const isFile = q.type === 'file' || q.type === 'signature'
    return {
      number,
      title: q.title,
      said: hides ? HIDDEN : isFile ? null : String(saidOf(q, answer, answers)),
      files: isFile && !hides ? ((answer as string[] | undefined) ?? []) : [],
    }
  })
  return { ...row, submittedAt: new Date(row.submittedAt).toISOString(), flags: flags ?? [], cells }
}
/** A survey whose single answers the caller may read. */
async function readable({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Survey> {
  const row = await db.visible(survey).one(id)
  if (row.anonymity === 'anonymous') throw refusalOf(answerSheets, 'anonymous', { name: row.name })
  if (row.anonymity === 'confidential' && !row.analystIds?.includes(me.userId)) throw refusalOf(answerSheets, 'confidential', { name: row.name })
  return row
}
const list = handle(answerSheets, async ({ db, me }, { id, current, flag }) => {
  const row = await readable({ db, me }, id)
  const questions = await questionsOf(db, row)
  const which = sql`r.survey_id = ${id} and (${flag ?? null}::text is null or r.flags ? ${flag ?? ''})`
  const [counted] = await db.query<{ n: number }>(sql`select count(*)::int as n from survey_answer r where r.tenant_id = ${db.me.tenantId} and ${which}`)
  const rows = await stored(db, sql`${which} order by r.submitted_at desc, r.id limit ${PAGE} offset ${((current ?? 1) - 1) * PAGE}`)
  return { total: counted?.n ?? 0, hasHidden: questions.some(isProtected), sheets: rows.map(one => shownSheet(one, questions, false)) }
})
const reveal = handle(revealSheet, async ({ db, me, ip, traceId }, { id, answerId }) => {
  const row = await readable({ db, me }, id)
  const [one] = await stored(db, sql`r.survey_id = ${id} and r.id = ${answerId}::uuid`)
  if (!one) throw notFound()
  await writeAudit(db, { userId: me.userId, action: 'survey.reveal', bizType: surveyAnswer.name, bizId: answerId, detail: { survey: row.name }, ip, traceId })
  return shownSheet(one, await questionsOf(db, row), true)
})
const judge = handle(judgeSheet, async ({ db, me }, { id, answerId, isValid }) => {
  await readable({ db, me }, id)
  await db.updateWhere(surveyAnswer, { id: answerId, surveyId: id }, { isValid })
})
/** Files are read by whoever may reveal the answer that they belong to. */
const attached = fileReader(surveyAnswer, async (db, answerId) => {
  const answer = await db.unscoped(surveyAnswer).find({ id: answerId }) // its survey must be in scope
  const row = answer && (await db.visibleFor(survey, revealSheet.permission).find({ id: answer.surveyId }))
  return row !== undefined && (row.anonymity === 'named' || row.analystIds?.includes(db.me.userId) === true)
})
export default [list, reveal, judge, attached]
