import sql from 'sql-template-tag'
import { yuanOf, yuanText } from '#model/money.ts'
import { payOut } from '#modules/money/server/api.ts'
import { application } from '#modules/workflow/server/api.ts'
import { type Db, onMany } from '#server/context.ts'
import { hourEntry } from '../../hours/model/hour-entry.ts'
import { wageSubject } from '../model/flow.ts'
import { wageLine, wageSheet } from '../model/sheet.ts'
import type { Line, Sheet } from './make.ts'

/** What a sheet pays each student, under the id of the first of their lines. */
export function grantsOf(sheet: Sheet, lines: readonly Line[]) {
  const byStudent = Map.groupBy(
    lines.toSorted((a, b) => a.id.localeCompare(b.id)),
    l => l.studentId,
  )
  return [...byStudent].flatMap(([studentId, own]) => {
    const amount = own.reduce((sum, l) => sum + l.net, 0)
    return amount > 0 && own[0] ? [{ grantId: own[0].id, studentId, amount, what: `${sheet.month} 勤工助学报酬` }] : []
  })
}
/** An approved sheet goes onto the draft list of its fund and month; the list's approval reserves the money (40-B3). */
async function pay(db: Db, sheet: Sheet): Promise<void> {
  const lines = await db.unscoped(wageLine).all({ sheetId: sheet.id }) // of the sheet that is approved
  const { fundId, month } = sheet
  await payOut(db, { source: 'wage', title: `勤工助学报酬 ${month}`, sourceBatchId: fundId, fundId, month }, grantsOf(sheet, lines))
}
/** Money has arrived: lines and hours of the student on that sheet are paid, and the sheet once nobody waits. */
async function paid(db: Db, payoutLineIds: readonly string[]): Promise<void> {
  const payouts = sql`(select g.sheet_id, g.student_id, p.paid_on from payout_line p join wage_line g on g.tenant_id = p.tenant_id and g.id = p.grant_id::uuid
    where p.tenant_id = ${db.me.tenantId} and p.id = any(${[...payoutLineIds]}::uuid[])) p`
  const of = sql`t.sheet_id = p.sheet_id and t.student_id = p.student_id`
  const quiet = { from: payouts, history: false } as const
  const lines = await db.updateWhere(wageLine, of, { paidOn: sql`p.paid_on` }, { ...quiet, returning: ['sheetId'] })
  await db.updateWhere(hourEntry, of, { state: 'paid' }, quiet)
  const sheets = await db.unscoped(wageSheet).lockAll([...new Set(lines.flatMap(l => l.sheetId ?? []))]) // of the lines
  const all = Map.groupBy(await db.unscoped(wageLine).all({ sheetId: sheets.map(s => s.id) }), l => l.sheetId) // the same
  const settled = sheets.filter(sheet => {
    const own = all.get(sheet.id) ?? []
    const open = new Set(own.filter(l => !l.paidOn).map(l => l.studentId))
    return sheet.state === 'approved' && !grantsOf(sheet, own).some(g => open.has(g.studentId))
  })
  await db.updateWhere(wageSheet, { id: settled.map(s => s.id) }, { state: 'paid' })
}
export default [
  ...application<typeof wageSheet>(wageSubject, {
    describe: async (_db, row) => ({
      applicantId: row.makerId ?? '',
      studentId: null,
      title: { text: '勤工助学工资表 {title}：{people} 人 {net} 元', values: { title: row.title, people: row.people, net: yuanText(row.net) } },
      facts: { yuan: yuanOf(row.net) },
    }),
    link: row => `/workStudy/sheets?id=${row.id}`,
    onApproved: ({ db }, row) => pay(db, row),
  }),
  onMany('money.payoutPaid', 'workStudy.paid', async ({ db }, payloads) => {
    const ids = payloads.filter(p => p.source === 'wage').map(p => String(p.payoutLineId))
    if (ids.length) await paid(db, ids)
  }),
]
