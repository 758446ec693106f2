import sql from 'sql-template-tag'
import type { InputOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { explainStudent, knownFacts, sayIn, unmetText, type Valid } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { subsidyApplication, type subsidyApply } from '../model/application.ts'
import { subsidyBatch } from '../model/batch.ts'
import { type Item, itemOf, tierFor, tiersOf } from './items.ts'
import { settingsOf } from './settings.ts'

type Applied = InputOf<typeof subsidyApply.apply>
export type Form = Pick<Applied, 'itemId'> & { [K in 'batchId' | 'cause' | 'happenedOn' | 'amountAsked']?: Applied[K] | undefined }
type Violation = Valid['violations'][number]
/** An application as it would be stored. */
export interface Judged extends Valid {
  item: Item
  xn: string
  level: string | null
  amount: number
  lineId: string | null
}
const problem = (key: string, values: Record<string, unknown> = {}, field?: string): Violation => ({ key, values, ...(field ? { field } : {}) })
/** The level of a student on a day. */
export async function levelOf(db: Db, studentId: string, on: string): Promise<string | null> {
  const [row] = await db.query<{ id: string; level: string }>(levelsOn(db, sql`select ${studentId}::uuid`, on))
  return row?.level ?? null
}
interface Asks {
  ctx: Pick<Ctx, 'db' | 'lang'>
  studentId: string
  form: Form
  item: Item
  xn: string
  exceptId: string | null
}
/** What an application asks and what speaks against it. The student is locked where it is to be stored. */
export async function judge(
  ctx: Pick<Ctx, 'db' | 'lang'>,
  studentId: string,
  form: Form,
  { exceptId = null, isStaff = false }: { exceptId?: string | null; isStaff?: boolean },
): Promise<Judged> {
  const { db } = ctx
  const item = await itemOf(db, form.itemId)
  const batch = form.batchId ? await db.unscoped(subsidyBatch).one(form.batchId) : undefined // a call to the whole school
  const xn = batch?.xn ?? (await schoolYearOn(db))
  const on = batch?.factsAsOf ?? today()
  const level = await levelOf(db, studentId, on)
  const asks: Asks = { ctx, studentId, form, item, xn, exceptId }
  const tier = tierFor(item, level)
  const amount = tiersOf(item).length ? (tier ?? 0) : (form.amountAsked ?? 0)
  const line = item.effect === 'reduceFee' ? await lineOf(db, item, studentId, xn) : undefined
  const violations = [
    ...offered(item, batch, { form, isStaff }),
    ...(tiersOf(item).length && tier === undefined ? [problem('noLevel', { item: item.name, day: on })] : []),
    ...(tiersOf(item).length || form.amountAsked ? [] : [problem('amount', {}, 'amountAsked')]),
    ...(await mayBeGranted(asks)),
    ...(item.urgent ? await urgent(asks) : []),
    ...(item.effect === 'reduceFee' ? await reducible(db, asks, amount, line) : []),
  ]
  return { violations, item, xn, level, amount, lineId: line?.id ?? null }
}
function offered(item: Item, batch: { name: string; itemId: string } | undefined, { form, isStaff }: { form: Form; isStaff: boolean }): Violation[] {
  const named = { item: item.name }
  if (!item.isEnabled) return [problem('off', named, 'itemId')]
  if (item.mode === 'list') return [problem('notOffered', named, 'itemId')]
  if (item.mode === 'standing') return form.batchId ? [problem('batchOther', { ...named, batch: batch?.name ?? '' }, 'batchId')] : []
  if (isStaff) return [problem('forOthers', named, 'itemId')]
  if (!batch) return [problem('noBatch', named, 'batchId')]
  return batch.itemId === item.id ? [] : [problem('batchOther', { ...named, batch: batch.name }, 'batchId')]
}
/** 40-Z8 and what excludes one another: asked on applying, and again on approval, under the student's lock. */
export async function mayBeGranted({ ctx, studentId, item, xn, exceptId }: Asks): Promise<Violation[]> {
  const { db, lang } = ctx
  const open = (await db.unscoped(subsidyApplication).all({ studentId, itemId: item.id, xn, state: ['pending', 'returned'] })).some(a => a.id !== exceptId) // of the student
  const [had] = await db.query<{ n: number; other: string | null }>(sql`select count(*) filter (where g.item_id = ${item.id})::int as n,
      min(i.name) filter (where g.item_id = any(${exclusionsOf(item)}::uuid[]) and g.state <> 'recovered') as other
    from subsidy_grant g join subsidy_item i on i.tenant_id = g.tenant_id and i.id = g.item_id where g.tenant_id = ${db.me.tenantId} and g.student_id = ${studentId} and g.xn = ${xn}`)
  const n = had?.n ?? 0
  const named = { item: item.name, xn }
  return [
    ...(open ? [problem('applied', named, 'itemId')] : []),
    ...(n >= item.maxPerYear ? [problem('often', { ...named, most: item.maxPerYear, n }, 'itemId')] : []),
    ...(had?.other ? [problem('excluded', { ...named, other: had.other }, 'itemId')] : []),
    ...(await unmet(db, lang, item, studentId)),
  ]
}
export const exclusionsOf = ({ exclusions }: Pick<Item, 'exclusions'>): string[] => (exclusions ?? []).flatMap(id => id ?? [])
async function unmet(db: Db, lang: Ctx['lang'], item: Item, studentId: string): Promise<Violation[]> {
  if (!item.conditions?.length) return []
  const known = await knownFacts(db)
  const explained = await explainStudent(db, studentId, item.conditions, { known, say: sayIn(lang) })
  const reader = { known, say: sayIn(lang), readable: new Set(known.map(f => f.name)) } // whoever applies knows, or may decide
  const why = explained.filter(e => !e.isMet).flatMap(e => (e.failed.length ? e.failed.map(f => unmetText(f, reader)) : [e.name]))
  return why.length ? [problem('conditions', { item: item.name, why: why.join('；') }, 'itemId')] : []
}
/** 40-Z5: three answers, and limits for a case and a year. */
async function urgent({ ctx: { db }, studentId, form, item, xn, exceptId }: Asks): Promise<Violation[]> {
  const { caseMost, yearMost } = await settingsOf(db)
  const amount = form.amountAsked ?? 0
  const [had] = await db.query<{
    sum: number
  }>(sql`select coalesce((select sum(g.amount - g.released) from subsidy_grant g join subsidy_item i on i.tenant_id = g.tenant_id and i.id = g.item_id and i.urgent
        where g.tenant_id = ${db.me.tenantId} and g.student_id = ${studentId} and g.xn = ${xn}), 0)::float8
      + coalesce((select sum(a.amount_approved) from subsidy_application a where a.tenant_id = ${db.me.tenantId} and a.student_id = ${studentId} and a.xn = ${xn} and a.due_at is not null
        and a.state in ('pending', 'returned') and a.id is distinct from ${exceptId}::uuid), 0)::float8 as sum`)
  const values = { item: item.name, amount: yuanText(amount), had: yuanText(had?.sum ?? 0) }
  return [
    ...(form.cause ? [] : [problem('cause', {}, 'cause')]),
    ...(form.happenedOn ? [] : [problem('happened', {}, 'happenedOn')]),
    ...(form.happenedOn && form.happenedOn > today() ? [problem('future', { day: form.happenedOn }, 'happenedOn')] : []),
    ...(amount > caseMost * 100 ? [problem('overCase', { ...values, most: yuanText(caseMost * 100) }, 'amountAsked')] : []),
    ...((had?.sum ?? 0) + amount > yearMost * 100 ? [problem('overYear', { ...values, most: yuanText(yearMost * 100) }, 'amountAsked')] : []),
  ]
}
/** The line of a student that a reduction is written on: of the item's charge in that year, the one that owes most. */
async function lineOf(db: Db, item: Item, studentId: string, xn: string) {
  const lines = await db.unscoped(billLine).all({ studentId, itemId: item.chargeItemId ?? '', xn, 'closedAt.isNull': true }) // the student of the application
  return lines.toSorted((a, b) => (b.owed ?? 0) - (a.owed ?? 0))[0]
}
async function reducible(db: Db, { item, xn }: Asks, amount: number, line: { owed: number | null } | undefined): Promise<Violation[]> {
  const charge = item.chargeItemId ? (await db.unscoped(chargeItem).one(item.chargeItemId)).name : '' // an item of the price list
  if (!line) return [problem('noLine', { xn, charge }, 'itemId')]
  return amount > (line.owed ?? 0) && !item.refundsPaid ? [problem('overLine', { charge, owed: yuanText(line.owed ?? 0), amount: yuanText(amount) }, 'amountAsked')] : []
}
