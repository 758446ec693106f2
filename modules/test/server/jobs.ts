import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { testSchedule } from '../model/schedule.ts'
import { closeDue } from './close-attempts.ts'
import { releaseAll } from './release.ts'

/** Results that wait for nobody are released once the last attempt is over and marked. */
export async function releaseDue(db: Db): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select s.id from test_schedule s where s.tenant_id = ${db.me.tenantId} and ${OVER}`)
  for (const { id } of due)
    await db.tx(async tx => {
      const row = await tx.unscoped(testSchedule).lock(id) // the school's own clock
      if (row.stage === 'marking') await releaseAll(tx, row)
    })
  return due.length
}
const OVER = sql`s.state = 'closed' and s.stage = 'marking' and s.show_score in ('atOnce', 'afterEnd')
  and not exists (select from test_attempt a where a.tenant_id = s.tenant_id and a.schedule_id = s.id and a.state in ('running', 'submitted'))`
/** The job of every minute. */
export const tick = async (db: Db, now = new Date()): Promise<number> => (await closeDue(db, now)) + (await releaseDue(db))
const DUE = `select from test_attempt where tenant_id = $1 and state = 'running' and deadline_at <= now()
  union all select from test_schedule where tenant_id = $1 and state = 'closed' and stage = 'marking'`
export default scheduledJob('test.clock', '到时收卷、发布成绩', '* * * * *', db => tick(db), { isWhole: false, due: DUE })
