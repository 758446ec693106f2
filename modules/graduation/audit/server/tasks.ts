import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { approveAudits } from '../model/actions.ts'
import { graduationAudit } from '../model/audit.ts'
import type { Batch } from './rows.ts'

const LINK = '/graduation/audits?tab=decided'
/** The office has something to do as long as results wait for its approval. */
export async function keepTasks(db: Db, { id: bizId, name }: Batch): Promise<void> {
  const waiting = await db.unscoped(graduationAudit).count({ batchId: bizId, state: 'decided' }) // of all colleges, for the office
  const people = waiting ? await accountsWith(db, approveAudits.permission) : []
  const title = { text: '“{name}”有审核结果待审批', values: { name } }
  await keepTask(db, { bizType: 'graduationBatch', bizId, node: 'approve' }, people, { title, link: LINK, mobileLink: LINK }, '已批准')
}
