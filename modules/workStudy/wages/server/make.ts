import sql from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { hourEntry } from '../../hours/model/hour-entry.ts'
import { plannedHours } from '../../hours/model/rules.ts'
import { daysOf } from '../../hours/server/api.ts'
import type { PAY_MODES } from '../../posts/model/post.ts'
import type { Unit } from '../../posts/server/api.ts'
import { amountOf, type TaxStep, taxOn, taxSteps } from '../model/rules.ts'
import { wageLine, wageSheet } from '../model/sheet.ts'
import { settingsOf } from './settings.ts'

export type Sheet = Row<typeof wageSheet>
export type Line = Row<typeof wageLine>
interface Worked {
  engagementId: string
  studentId: string
  month: string
  hours: number
  payMode: keyof typeof PAY_MODES
  rate: number
  hoursPerWeek: number
}
/** The sheet of a unit and month, locked; of two who make it at once one finds the other's. */
async function opened(db: Db, unit: Unit, month: string): Promise<Sheet> {
  await db.insertOrSkip(wageSheet, { title: `${unit.name} ${month}`, unitId: unit.id, month, makerId: db.me.userId || null })
  const known = await db.unscoped(wageSheet).find({ unitId: unit.id, month }) // of a unit in the caller's scope
  return db.unscoped(wageSheet).lock(known?.id ?? '')
}
/** 40-W7: approved hours up to the end of the month that no other sheet counts, by engagement and month of work. Late ones of earlier months come with them (40-W9). */
async function worked(db: Db, sheet: Sheet): Promise<Worked[]> {
  const last = daysOf(sheet.month).at(-1) ?? ''
  const quiet = { bookkeeping: true, history: false } as const
  await db.updateWhere(hourEntry, { sheetId: sheet.id }, { sheetId: null }, quiet)
  await db.updateWhere(
    hourEntry,
    sql`t.unit_id = ${sheet.unitId} and t.state = 'approved' and t.sheet_id is null and t.date < ${addDays(last, 1)}::date`,
    { sheetId: sheet.id },
    quiet,
  )
  return db.query<Worked>(sql`select e.engagement_id as "engagementId", e.student_id as "studentId", to_char(e.date, 'YYYY-MM') as month, sum(e.hours)::float8 as hours,
      p.pay_mode as "payMode", p.rate::float8 as rate, p.hours_per_week::float8 as "hoursPerWeek"
    from hour_entry e join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
    where e.tenant_id = ${db.me.tenantId} and e.sheet_id = ${sheet.id} group by 1, 2, 3, p.pay_mode, p.rate, p.hours_per_week order by 3, 1`)
}
const keyOf = (of: Pick<Worked, 'engagementId' | 'month'>): string => `${of.engagementId} ${of.month}`
type Adjusted = Pick<Line, 'bonus' | 'bonusReason' | 'deduction' | 'deductionReason'>
const NOTHING: Adjusted = { bonus: 0, bonusReason: null, deduction: 0, deductionReason: null }
/** What a line comes to, with what was added and taken by hand. A deduction never takes more than there is. */
export function lineSums(base: number, { bonus, bonusReason, deduction, deductionReason }: Adjusted, steps: readonly TaxStep[]) {
  const taken = Math.min(deduction, base + bonus)
  const tax = taxOn(base + bonus - taken, steps)
  return { base, bonus, bonusReason, deduction: taken, deductionReason: taken ? deductionReason : null, tax, net: base + bonus - taken - tax }
}
async function draftOf(db: Db, sheet: Sheet, { hoursPerWeek, ...w }: Worked, kept: Adjusted, steps: readonly TaxStep[]) {
  const planned = plannedHours(hoursPerWeek, await figureOn(db, 'workStudy.hours', { on: `${w.month}-01` }))
  return { ...w, sheetId: sheet.id, unitId: sheet.unitId, kind: 'hours' as const, ...lineSums(amountOf(w.hours, { ...w, planned }), kept, steps) }
}
/** 40-W8: differences that wait for a sheet of the unit. One that takes more than the student is due waits for a month that bears it. */
async function addDifferences(db: Db, sheet: Sheet, due: Map<string, number>): Promise<void> {
  const waiting = await db.unscoped(wageLine).all({ unitId: sheet.unitId, kind: 'difference', 'sheetId.isNull': '1' }, { sort: ['id'] }) // of the unit of the sheet
  const mostFirst = waiting.toSorted((a, b) => b.net - a.net)
  const taken = mostFirst.filter(({ studentId, net }) => {
    const left = (due.get(studentId) ?? 0) + net
    if (left >= 0) due.set(studentId, left)
    return left >= 0
  })
  if (taken.length) await db.updateWhere(wageLine, { id: taken.map(t => t.id) }, { sheetId: sheet.id })
}
/** Sums of a sheet from its lines. Called under its lock. */
export async function recount(db: Db, sheetId: string): Promise<Sheet> {
  const [sums] = await db.query<{ people: number; hours: number; base: number; bonus: number; deduction: number; tax: number; net: number }>(sql`
    select count(distinct student_id)::int as people, coalesce(sum(hours), 0)::float8 as hours, coalesce(sum(base), 0)::float8 as base, coalesce(sum(bonus), 0)::float8 as bonus,
      coalesce(sum(deduction), 0)::float8 as deduction, coalesce(sum(tax), 0)::float8 as tax, coalesce(sum(net), 0)::float8 as net
    from wage_line where tenant_id = ${db.me.tenantId} and sheet_id = ${sheetId}`)
  return db.update(wageSheet, sheetId, { ...sums })
}
/** 40-W7: makes the sheet of a unit and month, or makes it anew. What was added by hand stays with its line. */
export async function makeSheet(db: Db, unit: Unit, month: string): Promise<Sheet> {
  const sheet = await opened(db, unit, month)
  mustAllow(wageSheet, sheet, 'make')
  const before = new Map((await db.unscoped(wageLine).all({ sheetId: sheet.id, kind: 'hours' })).map(l => [keyOf(l), l])) // of the sheet just locked
  await db.removeWhere(wageLine, { sheetId: sheet.id, kind: 'hours' })
  await db.updateWhere(wageLine, { sheetId: sheet.id }, { sheetId: null })
  const steps = taxSteps((await settingsOf(db)).taxTable)
  const rows = await worked(db, sheet)
  const drafts = await Promise.all(rows.map(w => draftOf(db, sheet, w, before.get(keyOf(w)) ?? NOTHING, steps)))
  await db.insertMany(wageLine, drafts, { history: false })
  const due = new Map<string, number>()
  for (const { studentId, net } of drafts) due.set(studentId, (due.get(studentId) ?? 0) + net)
  await addDifferences(db, sheet, due)
  await db.update(wageSheet, sheet.id, { fundId: unit.budgetFundId, state: 'draft' })
  const made = await recount(db, sheet.id)
  if (!made.people) throw refusalOf(wageSheet, 'nothing', { unit: unit.name, month })
  return made
}
