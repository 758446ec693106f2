import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { type InputOf, type Row, refusalOf } from '#model'
import { type Db, handle } from '#server/context.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { batchOf, planLabels } from '../../entry/server/api.ts'
import { admissionPlacement, admissionRun, type runParams } from '../model/run.ts'
import { compareRuns, decideTie, MOST_DIFFERING, tryAdmission } from '../model/run-actions.ts'
import { admissionData } from './admission-data.ts'
import { type Admission, admit } from './admit.ts'
import { tiesSettled } from './tie-todo.ts'
import type { AdmissionParams } from './wishes.ts'

type Run = Row<typeof admissionRun>
type Plans = Run['plans']
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(admissionRun, key, values, field)
}
/** Tells outcomes apart. */
export const digestOf = (of: Admission): string => createHash('sha256').update(JSON.stringify(of)).digest('hex')
/** Computes an admission from what the batch holds at this moment, and keeps it with what it was made from. */
export async function storeRun(db: Db, batchId: string, name: string, params: AdmissionParams, by = db.me.userId): Promise<Run> {
  const data = await admissionData(db, batchId, params)
  const of = admit(data)
  const counts = { people: data.people.length, places: of.plans.reduce((sum, p) => sum + p.places, 0), placed: of.placements.filter(p => p.planId).length }
  const run = await db.insert(admissionRun, {
    ...{
      batchId,
      name,
      ...params,
      spillOrder: [...params.spillOrder],
      lines: data.lines,
      plans: of.plans.map(p => ({ ...p, lastTies: [...p.lastTies] })),
    },
    ...{ ...counts, adjusted: of.placements.filter(p => p.choiceNo === 0).length, tied: of.placements.filter(p => p.isTied).length },
    ...{ digest: digestOf(of), by, ranAt: new Date().toISOString() },
  })
  await keep(db, run.id, data.people, of)
  return run
}
type People = Awaited<ReturnType<typeof admissionData>>['people']
async function keep(db: Db, runId: string, people: People, { placements }: Admission): Promise<void> {
  const personOf = new Map(people.map(p => [p.id, p]))
  await db.insertMany(
    admissionPlacement,
    placements.map(({ id: applicationId, planId, choiceNo, isTied, wishes }) => {
      const { ksh, name, category, total } = personOf.get(applicationId) as People[number]
      return { runId, applicationId, ksh, name, category, planId, choiceNo, total, isTied, wishes: wishes.map(w => ({ ...w, ties: [...w.ties] })) }
    }),
    { history: false },
  )
}
/** A step belongs to the method by steps alone. */
const paramsOf = ({ method, step, spillOrder, adjust }: Pick<InputOf<typeof tryAdmission>, keyof typeof runParams>): AdmissionParams => ({
  ...{ method: method ?? 'score', step: method === 'step' ? (step ?? 0) : 0, adjust: adjust ?? true },
  spillOrder: (spillOrder ?? []).flatMap(c => c ?? []),
})
const trial = handle(tryAdmission, async ({ db }, { batchId, name, ...given }) => {
  const batch = await batchOf(db, batchId)
  if (!batch.scoresAt) refuse('notPublished', { name: batch.name })
  if (given.method === 'step' && !given.step) refuse('noStep', {}, 'step')
  const { id, placed, tied } = await storeRun(db, batchId, name, paramsOf(given))
  return { id, placed, tied }
})
const tie = handle(decideTie, async ({ db }, { applicationId, precedence, reason }) => {
  const row = await db.visibleFor(examApplication, decideTie.permission).lock(applicationId)
  if (row.state !== 'scored' && row.state !== 'waitlisted') refuse('tieClosed', { name: row.name })
  await db.update(examApplication, row.id, { precedence, precedenceReason: reason })
  // the clock tries the round again
  const waiting = await db.unscoped(admissionRun).find({ batchId: row.batchId, state: 'published', 'roundsTiedAt.isNull': false }) // of the batch
  if (waiting) await tiesSettled(db, await db.update(admissionRun, waiting.id, { roundsTiedAt: null }))
})
const compare = handle(compareRuns, async ({ db, me }, { id, otherId }) => {
  const [one, other] = [await db.visible(admissionRun).one(id), await db.visible(admissionRun).one(otherId)]
  if (one.batchId !== other.batchId) refuse('otherBatch', {}, 'otherId')
  const plans = await db.unscoped(examPlan).all({ batchId: one.batchId }, { sort: ['code'] }) // published plans
  const labels = await planLabels(db, plans)
  const differing = sql`admission_placement a join admission_placement b on b.tenant_id = a.tenant_id and b.application_id = a.application_id and b.run_id = ${otherId}::uuid
    where a.tenant_id = ${me.tenantId} and a.run_id = ${id}::uuid and a.plan_id is distinct from b.plan_id`
  const people = await db.query<{ applicationId: string; ksh: string; name: string; category: string | null; one: string | null; other: string | null; n: number }>(
    sql`select a.application_id as "applicationId", a.ksh, a.name, a.category, a.plan_id as one, b.plan_id as other, count(*) over ()::int as n from ${differing} order by a.ksh limit ${MOST_DIFFERING}`,
  )
  return {
    plans: plans.flatMap(plan =>
      plan.quotas.flatMap(q =>
        q?.category
          ? [
              {
                planId: plan.id,
                label: labels.get(plan.id) ?? plan.code,
                category: q.category,
                one: sideOf(one.plans, plan.id, q.category),
                other: sideOf(other.plans, plan.id, q.category),
              },
            ]
          : [],
      ),
    ),
    count: people[0]?.n ?? 0,
    people: people.map(({ one: before, other: after, n: _n, ...p }) => ({ ...p, before: labels.get(before ?? '') ?? null, after: labels.get(after ?? '') ?? null })),
  }
})
function sideOf(plans: Plans, planId: string, category: string) {
  const found = plans.find(p => p?.planId === planId && p.category === category)
  return found ? { places: found.places, filled: found.filled, highest: found.highest, lowest: found.lowest, average: found.average } : null
}
export default [trial, tie, compare]
