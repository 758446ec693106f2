import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { welcomeBatch } from '../model/batch.ts'
import { WELCOME_MESSAGES } from '../model/messages.ts'

/** So many days before the first phase ends. */
const DAYS = 3
/** Tells, on one day, who still has required steps to do at home. */
export async function remindUndone(db: Db, now = Date.now()): Promise<number> {
  const [from, to] = [now + (DAYS - 1) * DAY_MS, now + DAYS * DAY_MS].map(at => new Date(at).toISOString())
  const batches = await db.unscoped(welcomeBatch).all({ state: 'published', 'preTo.ge': from, 'preTo.le': to }) // the clock looks at the whole school
  let told = 0
  for (const { id, name, preTo } of batches) {
    const rows = await db.query<{ studentId: string; steps: string[] }>(sql`select t.student_id as "studentId", array_agg(s.name order by s.sort, s.code) as steps
      from welcome_step_state t join welcome_step s on s.tenant_id = t.tenant_id and s.batch_id = t.batch_id and s.code = t.step_code
      where t.tenant_id = ${db.me.tenantId} and t.batch_id = ${id} and s.phase = 'pre' and s.required and t.state in ('locked', 'open', 'returned') group by 1`)
    const accounts = await accountsOf(
      db,
      rows.map(r => r.studentId),
    )
    await notifyEach(
      db,
      WELCOME_MESSAGES.undone,
      rows.flatMap(({ studentId, steps }) => {
        const userId = accounts.get(studentId)
        const values = { name, n: steps.length, preTo: schoolTimeText(preTo), steps: steps.join('、') }
        return userId ? [{ to: [userId], values, bizType: welcomeBatch.name, bizId: id, link: '/welcome/index', mobileLink: '/welcome/index' }] : []
      }),
    )
    told += rows.length
  }
  return told
}
export default scheduledJob('welcome.remind', '迎新环节提醒', '0 9 * * *', db => remindUndone(db), {
  due: `select from welcome_batch where tenant_id = $1 and state = 'published' and pre_to between now() and now() + interval '4 days'`,
})
