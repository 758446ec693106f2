import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { examFormula } from '../model/formula.ts'
import { examLine } from '../model/line.ts'
import { scoreHistogram } from '../model/score-actions.ts'

type Formula = Row<typeof examFormula>
type Line = Row<typeof examLine>
const refuseLine = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(examLine, key, values, field)
}
/** Lines of a school are never below the province's of the same subject and category. The batch is locked, so that two who write both meet. */
async function checkLine(db: Db, line: Line): Promise<void> {
  await db.unscoped(examBatch).lock(line.batchId) // published to everybody
  if (line.isProvince && line.planId) refuseLine('provincePlan', {}, 'planId')
  const plan = line.planId ? await db.unscoped(examPlan).find({ id: line.planId }) : undefined // published plans
  if (plan && plan.batchId !== line.batchId) refuseLine('otherBatch', { plan: plan.code }, 'planId')
  const others = (await db.unscoped(examLine).all({ batchId: line.batchId, category: line.category ?? '' })).filter(l => l.id !== line.id && l.subject === (line.subject ?? null)) // lines of the batch
  const least = others.find(l => l.isProvince)
  if (!line.isProvince && least && line.min < least.min) refuseLine('belowProvince', { min: line.min, least: least.min }, 'min')
  const low = others.filter(l => !l.isProvince && l.min < line.min).toSorted((a, b) => a.min - b.min)[0]
  if (line.isProvince && low) refuseLine('aboveSchool', { min: low.min }, 'min')
}
/** What scores count for stays once they are published, and the full mark is never below a mark that was given. */
async function lockFormula(db: Db, row: Formula): Promise<void> {
  const { name, scoresAt } = await db.unscoped(examBatch).lock(row.batchId) // published to everybody
  if (scoresAt) throw refusalOf(examFormula, 'locked', { name, at: schoolTimeText(scoresAt) })
}
/** How many marks of the subject were entered: those above a mark, or all. */
const given = async (db: Db, { batchId, subject }: Formula, above: number | null): Promise<number> =>
  (
    await db.query<{ n: number }>(sql`select count(*)::int as n from exam_score
      where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid and subject = ${subject} and (${above}::numeric is null or greatest(entry1, entry2) > ${above}::numeric)`)
  )[0]?.n ?? 0
async function checkFormula(db: Db, row: Formula): Promise<void> {
  await lockFormula(db, row)
  const count = await given(db, row, row.full)
  if (count) throw refusalOf(examFormula, 'below', { count, full: row.full }, 'full')
  const twin = row.tieOrder ? (await db.unscoped(examFormula).all({ batchId: row.batchId, tieOrder: row.tieOrder })).find(f => f.id !== row.id) : undefined // rules of the batch
  if (twin) throw refusalOf(examFormula, 'orderTwice', { order: row.tieOrder }, 'tieOrder')
}
const histogram = handle(scoreHistogram, async ({ db, me }, { batchId, category }) => {
  const steps = await db.query<{ from: number; count: number }>(sql`select (floor(total / 5) * 5)::int as "from", count(*)::int as count from exam_application
    where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid and category = ${category} and total is not null group by 1 order by 1`)
  const plans = await db.unscoped(examPlan).all({ batchId }) // published plans
  const places = plans.flatMap(p => p.quotas).reduce((sum, q) => sum + (q?.category === category ? q.places : 0), 0)
  return { places, people: steps.reduce((sum, s) => sum + s.count, 0), steps }
})
export default [
  rules(examLine, {
    add: ({ db }, draft) => checkLine(db, { isProvince: false, planId: null, subject: null, id: '', ...draft } as Line),
    update: ({ db }, row, patch) => checkLine(db, { ...row, ...patch }),
  }),
  rules(examFormula, {
    add: ({ db }, draft) => checkFormula(db, { id: '', ...draft } as Formula),
    update: ({ db }, row, patch) => checkFormula(db, { ...row, ...patch }),
    async remove({ db }, row) {
      await lockFormula(db, row)
      const count = await given(db, row, null)
      if (count) throw refusalOf(examFormula, 'used', { count })
    },
  }),
  histogram,
]
