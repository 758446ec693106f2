import sql from 'sql-template-tag'
import { mustAllow, refusalOf } from '#model'
import { parseAudience } from '#modules/system/model/audience.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { noticePublished } from '../model/events.ts'
import { message } from '../model/message.ts'
import { notice, noticeRead } from '../model/notice.ts'
import { linkOf, type Notice } from './distribute-notice.ts'

/** A notice belongs to its author and their department. */
const noticeRules = rules(notice, {
  async add({ me }, draft) {
    draft.audience = parseAudience(draft.audience)
    Object.assign(draft, { publisherId: me.userId, teacherId: me.teacherId, departmentId: me.departmentId })
    checkDates(draft)
  },
  async update(_ctx, row, patch) {
    mustAllow(notice, row, 'update')
    if (patch.audience !== undefined) patch.audience = parseAudience(patch.audience)
    checkDates({ ...row, ...patch })
    if (row.state === 'pending') Object.assign(patch, { state: 'draft' }) // an edit after submission needs approval again
    if (row.state !== 'published') return
    if (patch.audience !== undefined && JSON.stringify(patch.audience) !== JSON.stringify(row.audience)) throw refusalOf(notice, 'audienceFixed', { title: row.title }, 'audience')
    if (isRewritten(row, patch)) patch.edition = row.edition + 1
  },
  async updated({ db }, before, after) {
    if (after.edition > before.edition) await askAgain(db, after)
  },
  async remove(_ctx, row) {
    mustAllow(notice, row, 'remove')
  },
})
function checkDates({ publishAt, expireAt }: Partial<Notice>): void {
  if (expireAt && Date.parse(expireAt) <= (publishAt ? Date.parse(publishAt) : Date.now()))
    throw refusalOf(notice, 'dates', { publishAt: (publishAt ?? '现在').slice(0, 16).replace('T', ' '), expireAt: expireAt.slice(0, 16).replace('T', ' ') }, 'expireAt')
}
const isRewritten = (row: Notice, patch: Partial<Notice>): boolean =>
  (['title', 'content', 'attachments', 'needsReceipt'] as const).some(f => patch[f] !== undefined && JSON.stringify(patch[f]) !== JSON.stringify(row[f]))
/** A changed text invalidates acknowledgements: messages become unread and receipts are requested again. */
async function askAgain(db: Db, of: Notice): Promise<void> {
  await db.updateWhere(noticeRead, { noticeId: of.id }, { receiptAt: null, receiptText: null, readAt: null }, { history: false }) // all readers; the notice's own history records the edition
  const title = `【更新】${of.title}`
  const renewed = { title: title.slice(0, 200), variables: sql`t.variables || ${JSON.stringify({ title })}::jsonb`, readAt: null, link: linkOf(of.id) }
  const told = await db.updateWhere(message, { bizId: of.id, eventCode: noticePublished.code }, renewed, { returning: ['recipientId'], history: false })
  db.live(
    'message',
    told.map(t => t.recipientId),
  )
}
const COUNTS = ['recipientCount', 'readCount', 'receiptCount', 'readAfterHour', 'readAfterDay'] as const
const counts = compute(notice, COUNTS, async ({ db }, rows) => {
  const found = await db.query<
    { id: string } & Record<(typeof COUNTS)[number], number>
  >(sql`select r.notice_id as id, count(*)::int as "recipientCount", count(r.read_at)::int as "readCount", count(r.receipt_at)::int as "receiptCount",
      count(*) filter (where r.read_at <= r.created_at + interval '1 hour')::int as "readAfterHour", count(*) filter (where r.read_at <= r.created_at + interval '24 hours')::int as "readAfterDay"
    from notice_read r where r.tenant_id = ${db.me.tenantId} and r.notice_id = any(${rows.map(r => r.id)}::uuid[]) group by r.notice_id`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) for (const key of COUNTS) (row as Record<string, unknown>)[key] = byId.get(row.id)?.[key] ?? 0
})
const places = compute(noticeRead, ['accountNo', 'className', 'departmentName'], async ({ db }, rows) => {
  const found = await db.query<{
    id: string
    accountNo: string
    className: string | null
    departmentName: string | null
  }>(sql`select u.id, u.account_no as "accountNo", c.name as "className", d.name as "departmentName"
    from sys_user u left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = ${db.me.tenantId} and u.id = any(${rows.map(r => r.userId)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, byId.get(row.userId) && { ...byId.get(row.userId), id: row.id })
})
export default [noticeRules, counts, places]
