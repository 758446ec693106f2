import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { compute, handle } from '#server/context.ts'
import { deadlines, escalation } from '#server/deadlines/deadlines.ts'
import { attachFiles } from '#server/files/attachments.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { type ArchiveDispatch, archiveDispatch } from '../model/archive-dispatch.ts'
import { giveBackLetter, recordReceipt } from '../model/dispatch-actions.ts'
import { DISPATCH_MESSAGES } from '../model/messages.ts'
import { moveFiles } from './moves.ts'
import { tellEnd } from './notify.ts'
import { filesIn } from './send.ts'
import { settingsOf } from './settings.ts'

const aboutLetter: MessageAbout<ArchiveDispatch> = {
  bizType: archiveDispatch.name,
  link: ({ letterNo }) => `/archive/receipts?letterNo=${letterNo}`,
  values: ({ letterNo, recipientUnit, sentOn }) => ({ letterNo, unit: recipientUnit, days: daysBetween(schoolDate(sentOn ?? Date.now()), today()) }),
}
const isOut = ({ state }: ArchiveDispatch): boolean => state === 'sent'
const letterTodos = rowTodos<ArchiveDispatch, 'inquiry' | 'overdue'>(archiveDispatch, aboutLetter, {
  inquiry: { text: '函 {letterNo} 寄出 {days} 天没有回执，请向{unit}查询', while: isOut, link: aboutLetter.link, message: DISPATCH_MESSAGES.inquiry },
  overdue: { text: '函 {letterNo} 寄出 {days} 天没有回执，请督办', while: isOut, link: aboutLetter.link, message: DISPATCH_MESSAGES.overdue, priority: 'urgent' },
})
/** 50-AR7: whoever keeps receipts asks after some days, the office hears of it after more. */
export const noReceipt = escalation(archiveDispatch, {
  when: `t.state = 'sent'`,
  at: 'sentOn',
  marks: ['inquiry', 'overdue'],
  reached: 'told',
  async after(db) {
    const { receiptDays, officerDays } = await settingsOf(db)
    return { inquiry: receiptDays * DAY_MS, overdue: officerDays * DAY_MS }
  },
  async reach(db, mark, rows) {
    const to = mark === 'inquiry' ? await accountsWith(db, recordReceipt.permission) : await officersOf(db)
    await letterTodos.open(
      db,
      mark,
      rows.map(row => ({ row, to })),
    )
  },
})
function mustBeDay(on: string, sentOn: string | null): void {
  const sent = schoolDate(sentOn ?? 0)
  if (on > today()) throw refusalOf(archiveDispatch, 'receiptFuture', { on }, 'receiptOn')
  if (on < sent) throw refusalOf(archiveDispatch, 'receiptEarly', { on, sentOn: sent }, 'receiptOn')
}
const receipt = handle(recordReceipt, async ({ db }, { id, receiptOn, receiptFiles }) => {
  const letter = await db.visible(archiveDispatch).lock(id, 'receipt')
  mustBeDay(receiptOn, letter.sentOn)
  await attachFiles(db, archiveDispatch, id, { receiptFiles })
  const after = await db.update(archiveDispatch, id, { state: 'delivered', receiptOn, receiptFiles: receiptFiles ?? [] })
  const files = await filesIn(db, id)
  await moveFiles(
    db,
    files.map(f => f.id),
    { kind: 'receipt', from: ['inTransit'], patch: { state: 'delivered' }, to: letter.recipientUnit, dispatchId: id, note: receiptOn },
  )
  await letterTodos.follow(db, [after])
  await tellEnd(db, 'delivered', after, files)
  await db.emitMany(
    'archive.delivered',
    files.map(f => ({ studentId: f.studentId, id: f.id })),
  )
})
/** 50-AR7: what comes back keeps its history, and may be sent again by another letter. */
const back = handle(giveBackLetter, async ({ db }, { id, reason }) => {
  await db.visible(archiveDispatch).lock(id, 'giveBack')
  const after = await db.update(archiveDispatch, id, { state: 'returned', reason })
  const files = await filesIn(db, id)
  await moveFiles(
    db,
    files.map(f => f.id),
    { kind: 'returned', from: ['inTransit'], patch: { state: 'returnedBack', dispatchId: null, packedAt: null, packedBy: null }, to: '退回，待上架', dispatchId: id, note: reason },
  )
  await letterTodos.follow(db, [after])
  await tellEnd(db, 'returned', after, files)
})
const counts = compute(archiveDispatch, ['count', 'packed'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; count: number; packed: number }>(sql`select dispatch_id as id, count(*)::int as count, count(packed_at)::int as packed
    from archive_file where tenant_id = ${db.me.tenantId} and dispatch_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { count: of.get(row.id)?.count ?? 0, packed: of.get(row.id)?.packed ?? 0 })
})
export default [receipt, back, counts, deadlines('archive.receipts', '档案回执到期', '40 7 * * *', [noReceipt])]
