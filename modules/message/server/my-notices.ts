import sql, { type Sql } from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import { likePattern } from '#server/data/where.ts'
import { fileReader } from '#server/files/readers.ts'
import { OF_NOTICE } from '../model/events.ts'
import { message } from '../model/message.ts'
import { giveReceipt, myNotices, notice, noticeRead, openNotice } from '../model/notice.ts'

interface Mine {
  id: string
  title: string
  noticeType: string
  isPinned: boolean
  needsReceipt: boolean
  publishedAt: string
  expireAt: string | null
  publisherName: string | null
  departmentName: string | null
  readAt: string | null
  receiptAt: string | null
}
const COLUMNS = sql`n.id, n.title, n.notice_type as "noticeType", n.is_pinned as "isPinned", n.needs_receipt as "needsReceipt", n.publish_at as "publishedAt", n.expire_at as "expireAt",
  u.nick_name as "publisherName", d.name as "departmentName", r.read_at as "readAt", r.receipt_at as "receiptAt"`
/** Notices addressed to the caller: the reader row is the right to read. */
export const addressed = (db: Db): Sql => sql`notice_read r join notice n on n.tenant_id = r.tenant_id and n.id = r.notice_id and n.deleted_at is null
  left join sys_user u on u.tenant_id = n.tenant_id and u.id = n.publisher_id left join department d on d.tenant_id = n.tenant_id and d.id = n.department_id
  where r.tenant_id = ${db.me.tenantId} and r.user_id = ${db.me.userId}`
/** Published and not over. */
export const VALID = sql`n.state = 'published' and n.publish_at <= now() and (n.expire_at is null or n.expire_at > now())`

const mine = handle(myNotices, async ({ db }, { current, size, keyword, isRead, needsReceipt }) => {
  const { limit } = askedPage({ current, size })
  const found = sql`from ${addressed(db)} and ${VALID}${keyword ? sql` and n.title like ${likePattern(keyword)}` : sql``}${isRead === undefined || isRead === null ? sql`` : sql` and (r.read_at is not null) = ${isRead}`}${needsReceipt ? sql` and n.needs_receipt and r.receipt_at is null` : sql``}`
  const [counted] = await db.query<{ total: number; unread: number }>(sql`select count(*)::int as total, (count(*) filter (where r.read_at is null))::int as unread ${found}`)
  const result = await db.query<Mine>(sql`select ${COLUMNS} ${found} order by n.is_pinned desc, n.publish_at desc, n.id ${limit}`)
  return { total: counted?.total ?? 0, unread: counted?.unread ?? 0, result }
})
const open = handle(openNotice, async ({ db, refuse }, { id }) => {
  const [row] = await db.query<Mine & { content: string; attachments: string[] | null; edition: number; state: string; isOver: boolean; receiptText: string | null }>(
    sql`select ${COLUMNS}, n.content, n.attachments, n.edition, n.state, r.receipt_text as "receiptText", n.expire_at <= now() as "isOver" from ${addressed(db)} and n.id = ${id}`,
  )
  if (!row) return refuse('notMine')
  if (row.state === 'expired' || row.isOver) refuse('expired')
  if (row.state !== 'published') refuse('withdrawn')
  const readAt = row.readAt ?? new Date().toISOString()
  await db.updateWhere(noticeRead, { noticeId: id, userId: db.me.userId, 'readAt.isNull': true }, { readAt }, { bookkeeping: true })
  await readMessagesOf(db, id)
  const attachments = await db.query<{ id: string; name: string; size: number }>(
    sql`select id, name, size from attachment where tenant_id = ${db.me.tenantId} and id = any(${row.attachments ?? []}::uuid[]) and biz_type = 'notice' and biz_id = ${id} order by created_at`,
  )
  const { state: _state, isOver: _isOver, ...shown } = row
  return { ...shown, readAt, attachments }
})
/** Reading a notice also marks its messages as read. */
async function readMessagesOf(db: Db, noticeId: string): Promise<void> {
  const mine = { recipientId: db.me.userId, bizType: 'notice', bizId: noticeId, eventCode: [...OF_NOTICE], 'readAt.isNull': true }
  const done = await db.updateWhere(message, mine, { readAt: new Date().toISOString() }, { bookkeeping: true })
  if (done.length) db.live('message', [db.me.userId])
}
const receipt = handle(giveReceipt, async ({ db, refuse }, { id, text }) => {
  const [row] = await db.query<{ needsReceipt: boolean }>(sql`select n.needs_receipt as "needsReceipt" from ${addressed(db)} and n.id = ${id} and ${VALID}`)
  if (!row) return refuse('notMine')
  if (!row.needsReceipt) refuse('notAsked')
  const given = { receiptAt: sql`coalesce(receipt_at, now())`, receiptText: text ?? null, readAt: sql`coalesce(read_at, now())` }
  await db.updateWhere(noticeRead, { noticeId: id, userId: db.me.userId }, given)
  await readMessagesOf(db, id)
})
/** Files of a notice are readable for its addressees while it is valid. */
const files = fileReader(notice, async (db, id) => (await db.query(sql`select 1 from ${addressed(db)} and n.id = ${id} and ${VALID}`)).length > 0)
export default [mine, open, receipt, files]
