import sql from 'sql-template-tag'
import { handle, on } from '#server/context.ts'
import { noticeRemind } from '../model/events.ts'
import { notice, noticeRead, noticeReaders, remindUnread } from '../model/notice.ts'
import { forgetPlans, tellOf } from './distribute-notice.ts'

/** Rate limit: minutes between two reminders of one notice. */
const REMIND_MINUTES = 10

/** Concurrent clicks send once: the update of the reminder time succeeds for one of them only. */
const remind = handle(remindUnread, async ({ db, refuse }, { id }) => {
  const row = await db.visible(notice).lock(id, 'remind')
  const isTime = sql`id = ${id} and (reminded_at is null or reminded_at <= now() - make_interval(mins => ${REMIND_MINUTES}))`
  const first = await db.updateWhere(notice, isTime, { remindedAt: new Date().toISOString() }, { bookkeeping: true })
  if (!first.length) refuse('tooSoon', { at: (row.remindedAt ?? '').slice(11, 16), minutes: REMIND_MINUTES })
  const [unread] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from notice_read where tenant_id = ${db.me.tenantId} and notice_id = ${id} and read_at is null`,
  )
  if (!unread?.count) refuse('nobody')
  await db.emit(REMINDED, { noticeId: id })
  return { count: unread?.count ?? 0 }
})
const REMINDED = 'message.noticeReminded'
/** Background part: reminds those who have not read the notice. */
const reminded = on(REMINDED, 'message.remind', async ({ db }, { noticeId }) => {
  const id = noticeId as string
  const row = await db.unscoped(notice).one(id) // authorised when it was requested
  const unread = await db.query<{ id: string }>(sql`select user_id as id from notice_read where tenant_id = ${db.me.tenantId} and notice_id = ${id} and read_at is null`)
  await forgetPlans(db)
  await tellOf(
    db,
    row,
    noticeRemind,
    unread.map(u => u.id),
  )
})
interface Line {
  group: string
  userId: string
  studentId: string | null
  name: string
  accountNo: string
  phone: string | null
  readAt: string | null
  receiptAt: string | null
}
/** Readers within the scope of this page's permission; telephone numbers are masked, revealing one is audited. */
const readers = handle(noticeReaders, async ({ db }, { id }) => {
  await db.visible(notice).one(id)
  const lines =
    await db.query<Line>(sql`select coalesce(c.name, d.name, '其他') as "group", u.id as "userId", s.id as "studentId", u.nick_name as name, u.account_no as "accountNo", coalesce(s.phone, u.mobile) as phone,
      r.read_at as "readAt", r.receipt_at as "receiptAt"
    from ${db.visibleFor(noticeRead, 'message:noticeRead:list').rows()} r join sys_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where r.notice_id = ${id} order by c.class_no nulls last, d.sort, u.account_no`)
  const groups = new Map<string, Line[]>()
  for (const line of lines) groups.set(line.group, [...(groups.get(line.group) ?? []), line])
  return [...groups].map(([group, of]) => ({
    group,
    total: of.length,
    read: of.filter(l => l.readAt).length,
    receipts: of.filter(l => l.receiptAt).length,
    unread: of
      .filter(l => !l.readAt)
      .slice(0, MOST_NAMES)
      .map(({ userId, studentId, name, accountNo, phone }) => ({ userId, studentId, name, accountNo, phone })),
  }))
})
const MOST_NAMES = 300
export default [remind, reminded, readers]
