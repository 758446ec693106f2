import { figureOn, figureUse } from '#modules/system/server/api.ts'
import type { Db } from '#server/context.ts'
import { STUDENT_CLASS } from '../model/member.ts'
import { leagueFeePlan, type Standard } from '../model/plan.ts'

/** 40-G1: what each class of members pays a month, in fen. Students pay the policy figure of the months' first day, others by the plan's standards. */
export async function standardsOf(db: Db, month: string, standards: readonly Standard[] | null): Promise<ReadonlyMap<string, number>> {
  const { amount } = await figureOn(db, 'leagueFee.student', { on: month })
  return new Map([...(standards ?? []).map(s => [s.feeClass, s.monthly] as const), [STUDENT_CLASS, amount]])
}
/** 40-P2: plans that are not published yet take the figure as it then is. */
export default figureUse('league.plans', async (db, { code, effectiveFrom, effectiveTo }) => {
  if (code !== 'leagueFee.student') return []
  const plans = await db.unscoped(leagueFeePlan).all({ state: ['draft', 'pending'], 'fromMonth.ge': effectiveFrom, ...(effectiveTo ? { 'fromMonth.le': effectiveTo } : {}) }) // names of plans
  return plans.map(({ id, name }) => ({ id, name, link: '/league/plans' }))
})
