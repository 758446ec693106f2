import sql from 'sql-template-tag'
import { mustAllow, refusalOf, stateAllows } from '#model'
import { yuanText } from '#model/money.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { resubmit, submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { hourEntry } from '../../hours/model/hour-entry.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { wageSubject } from '../model/flow.ts'
import { taxSteps } from '../model/rules.ts'
import { adjustLine, correctLine, makeAllSheets, makeSheet as makeOne, sheetStates, submitSheet, wageLine, wageSheet } from '../model/sheet.ts'
import { lineSums, makeSheet, recount, type Sheet } from './make.ts'
import { settingsOf } from './settings.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
function mustBeMonth(month: string): void {
  if (!MONTH.test(month) || month > today().slice(0, 7)) throw refusalOf(wageSheet, 'month', {}, 'month')
}
const make = handle(makeOne, async ({ db }, { unitId, month }) => {
  mustBeMonth(month)
  const { id, people, net } = await makeSheet(db, await db.visibleFor(employUnit, makeOne.permission).one(unitId), month)
  return { id, people, net }
})
/** The office makes the month of all units with hours that no sheet counts, and anew what is still being made; those already submitted are left alone. */
export async function makeMonth(db: Db, month: string): Promise<Sheet[]> {
  const found = await db.query<{ id: string; isNew: boolean }>(sql`select unit_id as id, bool_or(sheet_id is null) as "isNew" from hour_entry where tenant_id = ${db.me.tenantId}
    and state = 'approved' and date < (${`${month}-01`}::date + interval '1 month')::date group by 1 order by 1`)
  const [units, sheets] = [await db.cached(employUnit), await db.unscoped(wageSheet).all({ month })] // of the whole school
  const made: Sheet[] = []
  for (const { id, isNew } of found) {
    const unit = units.get(id)
    const known = sheets.find(s => s.unitId === id)
    if (unit && (known ? stateAllows(wageSheet, known, 'make') : isNew)) made.push(await makeSheet(db, unit, month))
  }
  return made
}
const makeAll = handle(makeAllSheets, async ({ db }, { month }) => {
  mustBeMonth(month)
  const made = await makeMonth(db, month)
  return { sheets: made.length, people: made.reduce((sum, s) => sum + s.people, 0) }
})
const send = handle(submitSheet, async (ctx, { id }) => {
  const { db, me } = ctx
  const sheet = await db.visible(wageSheet).lock(id, 'submit')
  if (!sheet.people) throw refusalOf(wageSheet, 'empty')
  if (!sheet.fundId) throw refusalOf(wageSheet, 'noFund', { unit: (await db.cached(employUnit)).get(sheet.unitId)?.name ?? '' })
  const row = await db.update(wageSheet, id, { makerId: me.userId })
  await (sheet.state === 'returned' ? resubmit(ctx, wageSubject, row) : submit(ctx, wageSubject, row))
})
const adjust = handle(adjustLine, async ({ db }, { id, ...given }) => {
  const { sheetId } = await db.visible(wageLine).one(id)
  const sheet = sheetId ? await db.unscoped(wageSheet).lock(sheetId) : undefined // of a line in scope
  if (!sheet || !stateAllows(wageSheet, sheet, 'make')) throw refusalOf(wageLine, 'sheetState', { state: { text: sheet ? sheetStates.labels[sheet.state] : '—' } })
  const { base } = await db.visible(wageLine).lock(id)
  const wanted = { bonus: given.bonus, bonusReason: given.bonusReason ?? null, deduction: given.deduction, deductionReason: given.deductionReason ?? null }
  if (wanted.bonus && !wanted.bonusReason) throw refusalOf(wageLine, 'why', { what: { text: '奖励' } }, 'bonusReason')
  if (wanted.deduction && !wanted.deductionReason) throw refusalOf(wageLine, 'why', { what: { text: '扣减' } }, 'deductionReason')
  if (wanted.deduction > base + wanted.bonus) throw refusalOf(wageLine, 'negative', { deduction: yuanText(wanted.deduction), most: yuanText(base + wanted.bonus) }, 'deduction')
  await db.update(wageLine, id, lineSums(base, wanted, taxSteps((await settingsOf(db)).taxTable)))
  await recount(db, sheet.id)
})
/** 40-W8: the line stays as it was paid; the difference waits for the next sheet. */
const correct = handle(correctLine, async ({ db }, { id, amount, reason }) => {
  const line = await db.visible(wageLine).lock(id)
  const sheet = await db.unscoped(wageSheet).one(line.sheetId ?? '') // of a line in scope
  if (sheet.state !== 'approved' && sheet.state !== 'paid') throw refusalOf(wageLine, 'notApproved', { state: { text: sheetStates.labels[sheet.state] } })
  const { unitId, engagementId, studentId, month, payMode, rate } = line
  await db.insert(wageLine, { unitId, engagementId, studentId, month, payMode, rate, kind: 'difference', base: amount, net: amount, correctsId: id, reason })
})
export default [
  ...[make, makeAll, send, adjust, correct],
  ...studentNumbers(wageLine),
  rules(wageSheet, {
    async remove({ db }, row) {
      mustAllow(wageSheet, row, 'remove')
      await db.updateWhere(hourEntry, { sheetId: row.id }, { sheetId: null }, { bookkeeping: true, history: false })
      await db.removeWhere(wageLine, { sheetId: row.id, kind: 'hours' })
      await db.updateWhere(wageLine, { sheetId: row.id }, { sheetId: null })
    },
  }),
]
