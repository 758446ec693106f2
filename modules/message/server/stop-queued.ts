import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { messageDelivery } from '../model/message.ts'

/** Messages of these events that have not left the program yet do not reach these accounts any more: their owners no longer agree. Returns how many were stopped. */
export async function stopQueued(db: Db, { userIds, events }: { userIds: readonly string[]; events: readonly string[] }): Promise<number> {
  if (!userIds.length) return 0
  const theirs = sql`t.state = 'queued' and t.recipient_id = any(${[...userIds]}::uuid[]) and t.event_code = any(${[...events]}::text[])`
  return (await db.updateWhere(messageDelivery, theirs, { state: 'skipped', error: '收件人不再同意联系' }, { bookkeeping: true })).length
}
