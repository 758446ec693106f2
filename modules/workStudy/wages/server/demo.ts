import sql from 'sql-template-tag'
import { monthAfter } from '#modules/campus/model/days.ts'
import { closedList } from '#modules/money/server/demo-budget.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { hourEntry } from '../../hours/model/hour-entry.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { wageSubject } from '../model/flow.ts'
import { wageLine, wageSheet } from '../model/sheet.ts'
import { makeSheet } from './make.ts'
import { grantsOf } from './pay.ts'
import { makeMonth } from './sheets.ts'

const PAID_MONTHS = 3
/** The month so many before this one. */
const monthBefore = (n: number): string => monthAfter(day(0), -n)
/** Three months that have been paid, oldest first, and this one: one sheet waits for the office, the others are still made. */
export async function demoWages(db: Db): Promise<void> {
  for (let n = PAID_MONTHS; n > 0; n--) await paidMonth(db, monthBefore(n))
  const employer = await demoAccount(db, 'employer')
  const units = [...(await db.cached(employUnit)).values()].filter(u => u.state === 'approved')
  const shown = units.find(u => employer && u.userIds?.includes(employer.id))
  for (const unit of units) {
    const has = await db.unscoped(hourEntry).find({ unitId: unit.id, state: 'approved', 'sheetId.isNull': '1' }) // demo data
    if (!has) continue
    const sheet = await makeSheet(db, unit, monthBefore(0))
    if (unit.id === shown?.id && employer) await submit({ db, me: db.me, lang: 'zh-cn' }, wageSubject, await db.update(wageSheet, sheet.id, { makerId: employer.id }))
  }
}
async function paidMonth(db: Db, month: string): Promise<void> {
  const sheets = await makeMonth(db, month)
  const ids = sheets.map(s => s.id)
  const paidOn = day(-10)
  const lines = Map.groupBy(await db.unscoped(wageLine).all({ sheetId: ids }), l => l.sheetId) // demo data
  for (const [fundId, of] of Map.groupBy(sheets, s => s.fundId)) {
    const grants = of.flatMap(sheet => grantsOf(sheet, lines.get(sheet.id) ?? []))
    if (fundId && grants.length) await closedList(db, { source: 'wage', title: `勤工助学报酬 ${month}`, sourceBatchId: fundId, month, bizDate: paidOn, fundId }, grants)
  }
  const of = sql`t.sheet_id = any(${ids}::uuid[])`
  await db.updateWhere(wageLine, of, { paidOn }, { history: false })
  await db.updateWhere(hourEntry, of, { state: 'paid' }, { history: false })
  await db.updateWhere(wageSheet, { id: ids }, { state: 'paid' }, { history: false })
}
