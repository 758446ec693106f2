import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { ANYBODY, NO_BEDS, type PoolFilter, type StudentFilter } from '../model/filters.ts'
import { planStates, presortPlan } from '../model/plan.ts'
import { presortRun } from '../model/result.ts'
import { type PresortRules, parseRules, USUAL_RULES } from '../model/rules.ts'

type Stored = Row<typeof presortPlan>
/** A plan with parsed filters and rules. */
export type Plan = Omit<Stored, 'studentFilter' | 'poolFilter' | 'rules'> & { studentFilter: StudentFilter; poolFilter: PoolFilter; rules: PresortRules }
export type Run = Row<typeof presortRun>
export const readPlan = (row: Stored): Plan => ({
  ...row,
  studentFilter: { ...ANYBODY, ...row.studentFilter },
  poolFilter: { ...NO_BEDS, ...row.poolFilter },
  rules: parseRules(row.rules ?? {}) ?? USUAL_RULES,
})
const LIST = 'dormitory:presortPlan:list'
/** A plan in the reader's scope, or one with simulations, in which colleges see their students. */
export async function planFor(db: Db, id: string): Promise<{ plan: Plan; isOwn: boolean }> {
  const own = await db.visibleFor(presortPlan, LIST).find({ id })
  if (own) return { plan: readPlan(own), isOwn: true }
  const row = await db.unscoped(presortPlan).find({ id }) // names and dates of plans are visible to staff; lines are scoped
  if (!row || row.state === 'draft') throw notFound()
  return { plan: readPlan(row), isOwn: false }
}
/** A plan in the reader's scope, locked. */
export const lockPlan = async (db: Db, id: string): Promise<Plan> => readPlan(await db.visibleFor(presortPlan, LIST).lock(id))
/** A simulation of a plan visible to the reader. */
export async function runFor(db: Db, id: string): Promise<{ run: Run; plan: Plan; isOwn: boolean }> {
  const run = await db.unscoped(presortRun).find({ id }) // access to the plan includes its simulations
  if (!run) throw notFound()
  return { run, ...(await planFor(db, run.planId)) }
}
export const isOpenFor = (plan: Pick<Plan, 'state'>): boolean => planStates.allows(plan, 'update')
