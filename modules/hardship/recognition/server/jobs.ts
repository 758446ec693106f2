import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { aidRecognition } from '../model/recognition.ts'
import { aidSurvey } from '../model/survey.ts'
import { settingsOf } from './settings.ts'

const DRAFT_DAYS = 90
/** 40-D13: drafts that were never handed in are erased 90 days after the last batch they could have been for, and everything told about families after the years the school keeps it. */
export async function forgetFamilies(db: Db, on = today()): Promise<number> {
  const { surveyYears } = await settingsOf(db)
  const drafts = await db.removeWhere(
    aidSurvey,
    sql`t.submitted_at is null and t.saved_on < ${on}::date - ${DRAFT_DAYS}::int and not exists (select from aid_batch b where b.tenant_id = t.tenant_id and b.state in ('published', 'paused', 'closed')
      and b.begin_time < t.updated_at + interval '1 day' and b.end_time > ${on}::date - ${DRAFT_DAYS}::int * interval '1 day')`,
  )
  const old = await db.removeWhere(aidSurvey, sql`t.submitted_at < ${on}::date - ${surveyYears}::int * interval '1 year'`)
  const copies = await db.updateWhere(
    aidRecognition,
    sql`t.survey_snapshot is not null and t.created_at < ${on}::date - ${surveyYears}::int * interval '1 year'`,
    { surveySnapshot: null, scoreDetail: null },
    { history: false },
  )
  return drafts.length + old.length + copies.length
}
export default scheduledJob('hardship.forget', '清除过期的家庭情况', '10 4 * * *', db => forgetFamilies(db), { due: `select from aid_survey where tenant_id = $1 limit 1` })
