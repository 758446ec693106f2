import type { Row } from '#model'
import { handle } from '#server/context.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { batchOf, ownApplications, planLabels } from '../../entry/server/api.ts'
import { examFormula } from '../model/formula.ts'
import { myResult } from '../model/result-actions.ts'
import { admissionPlacement, admissionRun } from '../model/run.ts'

type Run = Row<typeof admissionRun>
type Wish = NonNullable<Row<typeof admissionPlacement>['wishes'][number]>
/** 30-ES7: one's own, once published; the reasons come from the run alone. */
export default handle(myResult, async (ctx, { batchId }) => {
  const { db } = ctx
  const { name, kind } = await batchOf(db, batchId)
  const [row] = await ownApplications.all(ctx, { batchId })
  const nothing = { name, kind, id: null, confirmBy: null, offerRound: null, publishedAt: null, state: null, planLabel: null, isAdjusted: false, isExempt: false, choices: [] }
  const run = row && (await db.unscoped(admissionRun).find({ batchId, state: 'published' })) // the caller reads their own part of it
  const placement = run && (await db.unscoped(admissionPlacement).find({ runId: run.id, applicationId: row.id })) // the caller's own
  if (!row || !run || !placement) return nothing
  const plans = await db.unscoped(examPlan).all({ batchId }) // published plans
  const labels = await planLabels(db, plans)
  const formula = await db.unscoped(examFormula).all({ batchId, 'tieOrder.ge': 1 }) // rules of the batch
  const ties = formula.toSorted((a, b) => (a.tieOrder ?? 0) - (b.tieOrder ?? 0))
  return {
    ...{
      ...nothing,
      publishedAt: run.publishedAt,
      state: row.state,
      isAdjusted: placement.choiceNo === 0 && row.planId === placement.planId,
      isExempt: row.exemptState === 'granted',
    },
    ...{ id: row.id, confirmBy: row.confirmBy, offerRound: row.offerRound, planLabel: labels.get(row.planId ?? '') ?? null },
    choices: placement.wishes.flatMap(wish => (wish ? [{ label: labels.get(wish.planId) ?? '—', subjects: subjectsOf(wish), ...reasonOf(run, row.category, wish) }] : [])),
  }
  function subjectsOf({ planId }: Wish): string[] {
    const sat = plans.find(p => p.id === planId)?.subjects ?? []
    return ties.flatMap(f => (f.subject && sat.includes(f.subject) ? [f.subject] : []))
  }
})
function reasonOf(run: Run, category: string | null, { planId, verdict, total, ties, missed }: Wish) {
  const of = run.plans.find(p => p?.planId === planId && p.category === category)
  return { planId, verdict, total, missed, marks: ties, lastTotal: of?.lastTotal ?? null, lastMarks: of?.lastTies ?? [] }
}
