import sql, { raw } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { admissionRun } from '../model/run.ts'
import { lapse } from './confirm.ts'
import { runRound } from './fill-places.ts'
import { settingsOf } from './settings.ts'
import { askAboutTies } from './tie-todo.ts'

/** Results `t` with rounds to come, of whose people nobody may still answer. */
const isDue = (mayAnswer: string): string => `t.state = 'published' and t.rounds_tied_at is null and t.rounds_over_at is null
  and not exists (select from exam_application a where a.tenant_id = t.tenant_id and a.batch_id = t.batch_id and ${mayAnswer})`
/** 30-ES8: round by round, each once the last answer of the one before is there or overdue; the last finds nobody who waits for a place that is free. */
export async function runRounds(db: Db): Promise<number> {
  if (!(await settingsOf(db)).autoRounds) return 0
  await lapse(db, Date.now())
  const due = await db.query<{ batchId: string }>(
    sql`select t.batch_id as "batchId" from admission_run t where t.tenant_id = ${db.me.tenantId} and ${raw(isDue("a.state = 'admitted'"))}`,
  )
  for (const { batchId } of due) {
    const batch = await db.unscoped(examBatch).lock(batchId) // the clock acts on all
    const run = await db.unscoped(admissionRun).find({ batchId, state: 'published' }) // as above
    if (!run || run.roundsTiedAt || run.roundsOverAt) continue
    const { kind } = await runRound(db, batch, run, null)
    const now = new Date().toISOString()
    if (kind === 'nobody') await db.update(admissionRun, run.id, { roundsOverAt: now })
    if (kind === 'tied') await askAboutTies(db, await db.update(admissionRun, run.id, { roundsTiedAt: now }))
  }
  return due.length
}
export default scheduledJob('exam.rounds', '自动递补', '*/5 * * * *', runRounds, {
  due: `select from admission_run t where t.tenant_id = $1 and ${isDue("a.state = 'admitted' and a.confirm_by > now()")}`,
})
