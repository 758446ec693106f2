import sql, { type Sql } from 'sql-template-tag'
import type { Ctx } from '#server/context.ts'
import { survey } from '../model/survey.ts'
import { leastOf } from './tally.ts'
import { questionsOf, type Survey } from './versions.ts'

interface Written {
  title: string
  total: number
  /** `words` and `place`: in the order of their hashes with the question, which is another one for each question and none of those they came in. */
  rows: Sql
}
/** What was written to one question. Undefined where nobody is shown it: personal answers, and fewer than the smallest group (60-SV6). */
export async function writtenTo(ctx: Ctx, row: Survey, question: string): Promise<Written | undefined> {
  const { db } = ctx
  const asked = (await questionsOf(db, row)).find(q => q.key === question.split('.')[0])
  if (!asked || asked.sensitivity || asked.prefill || (asked.type !== 'text' && !question.includes('.'))) return undefined
  const rows = sql`(select r.answers ->> ${question} as words, md5(r.id::text || ${question}) as place from survey_result r
    where r.tenant_id = ${db.me.tenantId} and r.survey_id = ${row.id} and r.is_valid and coalesce(r.answers ->> ${question}, '') <> '') s`
  const [counted] = await db.query<{ total: number }>(sql`select count(*)::int as total from ${rows}`)
  const total = counted?.total ?? 0
  return total < (await leastOf(ctx, row)) ? undefined : { title: asked.title, total, rows }
}
/** The same for other modules, of a survey in the caller's scope: so many texts, and the smallest group that may be counted. */
export async function openAnswers(
  ctx: Ctx,
  surveyId: string,
  question: string,
  most: number,
): Promise<{ title: string; total: number; texts: string[]; least: number } | undefined> {
  const row = await ctx.db.visible(survey).one(surveyId)
  const written = await writtenTo(ctx, row, question)
  if (!written) return undefined
  const texts = await ctx.db.query<{ words: string }>(sql`select s.words from ${written.rows} order by s.place limit ${most}`)
  return { title: written.title, total: written.total, texts: texts.map(t => t.words), least: await leastOf(ctx, row) }
}
