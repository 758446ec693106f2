import sql from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { graduationAudit } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import { GRADUATION_MESSAGES } from '../model/messages.ts'
import { enter } from './batches.ts'
import { recompute } from './judge.ts'
import type { Batch } from './rows.ts'

const MOST_NAMES = 5
const running = (db: Db): Promise<Batch[]> => db.unscoped(graduationBatch).all({ state: ['published', 'paused', 'closed'], stage: ['auditing', 'publicised'] }) // the clock looks at the whole school
/** Every night: who has come late gets a row, and all items are looked at anew. */
export async function lookAgain(db: Db): Promise<number> {
  let changed = 0
  await eachApart(await running(db), batch =>
    db.tx(async tx => {
      if (batch.state === 'published') await enter(tx, batch)
      changed += (await recompute(tx, batch, tx.unscoped(graduationAudit).rows())).changed // see above
    }),
  )
  return changed
}
/** Every Monday: students who miss a blocking item are told which. */
export async function tellMissing(db: Db): Promise<number> {
  const names = new Map((await running(db)).map(b => [b.id, b.name]))
  const rows = await db.query<{ id: string; batchId: string; studentId: string; missing: string[] }>(sql`select a.id, a.batch_id as "batchId", a.student_id as "studentId",
      array(select i->>'name' from jsonb_array_elements(a.items) i where (i->>'blocking')::boolean and not (i->>'pass')::boolean) as missing
    from graduation_audit a where a.tenant_id = ${db.me.tenantId} and a.batch_id = any(${[...names.keys()]}::uuid[]) and a.missed > 0 and a.state in ('open', 'decided', 'returned')`)
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  await notifyEach(
    db,
    GRADUATION_MESSAGES.missing,
    rows.flatMap(({ id, batchId, studentId, missing }) => {
      const userId = people.get(studentId)?.userId
      const values = {
        batch: names.get(batchId) ?? '',
        n: missing.length,
        items: firstOf(
          missing.map(text => ({ text })),
          MOST_NAMES,
        ),
      }
      return userId ? [{ to: [userId], values, bizType: 'graduationAudit', bizId: id, link: '/graduation/mine', mobileLink: '/graduation/mine' }] : []
    }),
  )
  return rows.length
}
const due = `select from graduation_batch where tenant_id = $1 and state in ('published', 'paused', 'closed') and stage in ('auditing', 'publicised')`
export default [
  scheduledJob('graduation.audit', '毕业审核核对', '40 2 * * *', db => lookAgain(db), { due }),
  scheduledJob('graduation.missing', '毕业事项提醒', '0 9 * * 1', db => tellMissing(db), { due }),
]
