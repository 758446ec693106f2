import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { keepTask } from '#server/notifications/todos.ts'
import type { Batch } from '../../entry/server/api.ts'
import { scoreRecheck } from '../model/recheck.ts'
import { checkRecheck } from '../model/recheck-actions.ts'

export const RECHECKS_TODO = 'examRechecks'
/** 30-ES2: one to-do of a batch for all its requests that wait for somebody, with their number, until the last is answered. The batch is locked. */
export async function followRechecks(db: Db, { id, name }: Pick<Batch, 'id' | 'name'>): Promise<void> {
  const count = await db.unscoped(scoreRecheck).count({ batchId: id, state: ['asked', 'second'] }) // of the batch
  const link = `/exam/rechecks?batchId=${id}`
  const task = { title: { text: '“{batch}”有 {count} 条成绩复核待答复', values: { batch: name, count } }, link, mobileLink: link }
  await keepTask(db, { bizType: RECHECKS_TODO, bizId: id }, count ? await accountsWith(db, checkRecheck.permission) : [], task, '已全部答复')
}
