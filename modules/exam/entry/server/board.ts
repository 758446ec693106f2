import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { COMPLETE_STATES, examApplication } from '../model/application.ts'
import { examBatch } from '../model/batch.ts'
import { examPlan } from '../model/plan.ts'
import { entryBoard } from '../model/review-actions.ts'
import { planLabels } from './plans.ts'

interface Counts {
  listed: number
  begun: number
  submitted: number
  pending: number
  green: number
  second: number
  approved: number
  paid: number
  lapsed: number
}
/** One statement for the registrations, one for the plans. */
export default handle(entryBoard, async ({ db, me }, given) => {
  const [newest] = given.batchId ? [] : await db.unscoped(examBatch).all({}, { sort: ['-beginTime'], limit: 1 }) // calls to the public
  const batchId = given.batchId ?? newest?.id ?? null
  const of = sql`x.tenant_id = ${me.tenantId} and x.batch_id = ${batchId}::uuid`
  const rows = db.visible(examApplication).rows()
  const [counts] = await db.query<Counts>(sql`select (select count(*)::int from exam_candidate c where c.tenant_id = ${me.tenantId} and c.batch_id = ${batchId}::uuid) as listed,
    count(*)::int as begun, count(submitted_at)::int as submitted, count(*) filter (where state = 'pending')::int as pending,
    count(*) filter (where state = 'pending' and is_green)::int as green, count(*) filter (where state = 'pending' and first_reviewer_id is not null)::int as second,
    count(*) filter (where state = 'approved')::int as approved, count(*) filter (where state = any(${[...COMPLETE_STATES]}::text[]))::int as paid, count(*) filter (where state = 'lapsed')::int as lapsed
    from ${rows} x where ${of}`)
  const plans = await db.unscoped(examPlan).all({ batchId: batchId ?? '' }, { sort: ['code'] }) // published plans
  const labels = await planLabels(db, plans)
  const chosen = await db.query<{
    id: string
    first: number
    all: number
    approved: number
  }>(sql`select c.id, count(*) filter (where c.n = 1)::int as first, count(*)::int as "all",
    count(*) filter (where c.n = 1 and x.state = any(${['approved', ...COMPLETE_STATES]}::text[]))::int as approved
    from ${rows} x cross join jsonb_array_elements_text(x.choices) with ordinality c(id, n) where ${of} and x.submitted_at is not null and x.state not in ('rejected', 'lapsed') group by c.id`)
  const categories = await db.query<{ category: string | null; count: number }>(
    sql`select x.category, count(*)::int as count from ${rows} x where ${of} and x.submitted_at is not null group by 1 order by 2 desc, 1`,
  )
  const byPlan = new Map(chosen.map(c => [c.id, c]))
  return {
    batchId,
    ...(counts as Counts),
    plans: plans.map(p => ({
      ...{ id: p.id, label: labels.get(p.id) ?? p.code, places: p.quotas.reduce((sum, q) => sum + (q?.places ?? 0), 0) },
      ...{ first: byPlan.get(p.id)?.first ?? 0, all: byPlan.get(p.id)?.all ?? 0, approved: byPlan.get(p.id)?.approved ?? 0 },
    })),
    categories,
  }
})
