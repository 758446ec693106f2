import { society } from '#modules/society/model/society.ts'
import { type FundSource, heldFor, holdFund, lockFund } from '#modules/society/server/api.ts'
import type { Db } from '#server/context.ts'
import { type Activity, activity } from '../model/activity.ts'
import { plannedOf } from '../model/budget.ts'
import { costsOf, ofFund, sumOf } from './cost-sheet.ts'

type Planned = Pick<Activity, 'id' | 'title' | 'societyId' | 'budget'>
/** As what an activity stands in the fund of its society. */
export const fundSourceOf = ({ id, title }: Planned): FundSource => ({ sourceType: activity.name, sourceId: id, about: title })
/** Ahead of the row of the activity, after the venue. */
export async function lockBudget(db: Db, { societyId, budget }: { societyId: string | null; budget?: Activity['budget'] | undefined }): Promise<void> {
  if (societyId && plannedOf(budget, 'society')) await lockFund(db, societyId)
}
/** 60-AT2: its society's fund holds what the budget takes from it, no more than others leave. The caller holds the activity. */
export async function holdBudget(db: Db, of: Planned): Promise<void> {
  if (of.societyId) await holdFund(db, of.societyId, fundSourceOf(of), plannedOf(of.budget, 'society'), 'budget')
}
/** It falls with the activity. */
export async function freeBudget(db: Db, of: Planned): Promise<void> {
  if (of.societyId) await holdFund(db, of.societyId, fundSourceOf(of), 0)
}
/** Of one that was called off the fund keeps what had been spent until it is settled; the rest is free again. */
export async function holdSpent(db: Db, of: Planned): Promise<void> {
  if (of.societyId) await holdFund(db, of.societyId, fundSourceOf(of), sumOf(ofFund(await costsOf(db, of.id))), 'amount')
}
/** What the fund has for it: all that others do not hold. Null where it has no fund. */
export async function freeOf(db: Db, of: Planned): Promise<number | null> {
  if (!of.societyId || !plannedOf(of.budget, 'society')) return null
  const { balance, held } = await db.unscoped(society).one(of.societyId) // for who decides about the activity
  return balance - held + (await heldFor(db, fundSourceOf(of)))
}
