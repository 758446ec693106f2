import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { type Anonymous, shuffle } from '#server/data/shuffle.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'

/** Answers of students: no person, no moment, and written anew each night and when the round ends (50-CW7). */
export const EVAL_ANSWER: Anonymous = { table: 'fdy_eval_answer', columns: ['scheme_id', 'teacher_id', 'scores'] }
/** Each night the answers of rounds that took some lately are written anew; one that ended by itself counts as such for two days. */
export const shuffleEvaluations = (db: Db): Promise<number> =>
  shuffle(
    db,
    EVAL_ANSWER,
    sql`scheme_id in (select r.id from fdy_eval_scheme r where r.tenant_id = ${db.me.tenantId} and r.state in ('published', 'paused', 'closed') and r.end_time > now() - interval '2 days')`,
  )
export default scheduledJob('counsellor.shuffle', '打乱辅导员评价', '25 3 * * *', shuffleEvaluations)
