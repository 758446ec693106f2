import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { dropFilesOf } from '#server/files/attachments.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { textKey } from '../model/question.ts'
import { survey } from '../model/survey.ts'
import { surveyAnswer, surveyVersion } from '../model/survey-rows.ts'

/** What is personal or sensitive in a survey, in any version of it: the keys of answers, and of those that are files. */
async function personalKeys(db: Db, surveyId: string): Promise<{ keys: string[]; files: string[] }> {
  const versions = await db.unscoped(surveyVersion).all({ surveyId }) // a job of the school, without a user
  const asked = versions.flatMap(v => v.questions ?? []).filter(q => q.sensitivity || q.type === 'phone' || q.prefill)
  return {
    keys: [...new Set(asked.flatMap(q => [q.key, ...(q.options ?? []).map(o => textKey(q.key, o.key))]))],
    files: [...new Set(asked.flatMap(q => (q.type === 'file' || q.type === 'signature' ? [q.key] : [])))],
  }
}
/** The files uploaded in personal answers: off the answer, not readable from now on, and deleted by the next clean-up of files. */
async function dropUploads(db: Db, surveyId: string, files: readonly string[]): Promise<void> {
  const found = await db.query<{ id: string }>(sql`select distinct f.id from survey_answer t cross join lateral unnest(${[...files]}::text[]) k(key)
    cross join lateral jsonb_array_elements_text(case when jsonb_typeof(t.answers -> k.key) = 'array' then t.answers -> k.key else '[]'::jsonb end) f(id)
    where t.tenant_id = ${db.me.tenantId} and t.survey_id = ${surveyId}`)
  const ids = found.map(f => f.id)
  if (!ids.length) return
  await db.updateWhere(surveyAnswer, sql`t.survey_id = ${surveyId} and t.attachments ?| ${ids}::text[]`, { attachments: sql`t.attachments - ${ids}::text[]` }, { history: false })
  await dropFilesOf(db, surveyAnswer, ids)
}
/** The personal and sensitive answers of surveys whose day has come are erased, with the files in them; the others stay, and the counts with them (60-SV12). */
export async function eraseDue(db: Db, day = today()): Promise<number> {
  const due = await db.unscoped(survey).all({ 'deleteAfter.le': day, state: ['published', 'paused', 'closed', 'archived', 'cancelled'] }) // a job of the school, without a user
  let erased = 0
  for (const { id } of due) {
    const { keys, files } = await personalKeys(db, id)
    if (!keys.length) continue
    if (files.length) await dropUploads(db, id, files)
    const rows = await db.updateWhere(surveyAnswer, sql`t.survey_id = ${id} and t.answers ?| ${keys}::text[]`, { answers: sql`t.answers - ${keys}::text[]` }, { history: false })
    const anonymous = await db.query(
      sql`update survey_anonymous_answer set answers = answers - ${keys}::text[] where tenant_id = ${db.me.tenantId} and survey_id = ${id} and answers ?| ${keys}::text[] returning 1`,
    )
    erased += rows.length + anonymous.length
  }
  return erased
}
export default scheduledJob('survey.erase', '到期删除问卷答案', '40 3 * * *', db => eraseDue(db))
