import sql, { type Sql } from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { examPlan } from '../../entry/model/plan.ts'
import { type Batch, planLabels } from '../../entry/server/api.ts'
import { confirmBoard, fillPlaces } from '../model/confirm-actions.ts'
import { admissionRound } from '../model/round.ts'
import { admissionRun } from '../model/run.ts'
import { admissionData } from './admission-data.ts'
import { lapse } from './confirm.ts'
import { midnightAfter } from './midnight-after.ts'
import { heldKey, nextRound, type Places } from './next-round.ts'
import { settingsOf } from './settings.ts'
import { tell } from './tell.ts'
import { tiesSettled } from './tie-todo.ts'

type Run = Row<typeof admissionRun>
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(admissionRound, key, values)
}
const publishedRun = (db: Db, batchId: string) => db.unscoped(admissionRun).find({ batchId, state: 'published' }) // published to everybody
/** Who holds a place of which plan. Whoever declines meanwhile frees one for the next round. */
const holders = (tenantId: string, batchId: string): Sql =>
  sql`exam_application a where a.tenant_id = ${tenantId} and a.batch_id = ${batchId}::uuid and a.state in ('admitted', 'confirmed')`
/** The places as the last round has left them. */
async function placesOf(db: Db, run: Run): Promise<{ no: number; places: Places[] }> {
  const [last] = await db.unscoped(admissionRound).all({ runId: run.id }, { sort: ['-no'], limit: 1 }) // of the run
  const places = (last?.plans ?? run.plans).flatMap(p => (p?.category ? [{ planId: p.planId, category: p.category, places: p.places }] : []))
  return { no: (last?.no ?? 0) + 1, places }
}
export type RoundOutcome = { kind: 'nobody' } | { kind: 'tied'; count: number; names: string[] } | { kind: 'offered'; no: number; offered: number; free: number }
/** One more round over the places that nobody holds. The batch is locked: rounds follow one another, and nothing but a round gives places away, so that there are never more holders than places. */
export async function runRound(db: Db, batch: Batch, run: Run, by: string | null): Promise<RoundOutcome> {
  const batchId = batch.id
  const { no, places } = await placesOf(db, run)
  const held = await db.query<{ planId: string | null; category: string | null; n: number }>(
    sql`select a.plan_id as "planId", a.category, count(*)::int as n from ${holders(db.me.tenantId, batchId)} group by 1, 2`,
  )
  const params = { method: run.method, step: run.step ?? 0, spillOrder: run.spillOrder.flatMap(c => c ?? []), adjust: false }
  const data = await admissionData(db, batchId, params, ['waitlisted', 'notAdmitted'])
  const lines = run.lines.flatMap(l => (l && l.min !== null ? [{ ...l, min: l.min }] : []))
  const round = nextRound({ ...data, lines }, places, new Map(held.flatMap(({ planId, category, n }) => (planId && category ? [[heldKey({ planId, category }), n]] : []))))
  if (round.tied.length) return { kind: 'tied', count: round.tied.length, names: data.people.filter(p => round.tied.includes(p.id)).map(p => p.name) }
  if (!round.offers.length) return { kind: 'nobody' }
  const { free } = round
  const confirmBy = midnightAfter(Date.now(), (await settingsOf(db)).roundDays)
  await db.updateMany(
    examApplication,
    round.offers.map(({ id, planId }) => ({ id, planId, state: 'admitted' as const, offerRound: no, confirmBy, confirmToldAt: null })),
  )
  await db.insert(admissionRound, { batchId, runId: run.id, no, offered: round.offers.length, free, plans: round.places, by, ranAt: new Date().toISOString() })
  await tiesSettled(db, await db.update(admissionRun, run.id, { roundsTiedAt: null, roundsOverAt: null }))
  const told = await db.unscoped(examApplication).all({ id: round.offers.map(o => o.id) }) // of the batch
  await tell(db, 'offered', batch, told, { until: schoolTimeText(confirmBy) })
  return { kind: 'offered', no, offered: round.offers.length, free }
}
const fill = handle(fillPlaces, async ({ db, me }, { batchId }) => {
  const batch = await db.unscoped(examBatch).lock(batchId) // published to everybody; the permission is for all batches
  const run = (await publishedRun(db, batchId)) ?? refuse('notOut', { name: batch.name })
  await lapse(db, Date.now())
  const of = await runRound(db, batch, run, me.userId)
  if (of.kind === 'tied') return refuse('tied', { count: of.count, names: of.names })
  if (of.kind === 'nobody') return refuse('nobody')
  return { no: of.no, offered: of.offered, free: of.free }
})
const board = handle(confirmBoard, async ({ db, me }, given) => {
  const [newest] = given.batchId ? [] : await db.unscoped(admissionRun).all({ state: 'published' }, { sort: ['-publishedAt'], limit: 1 }) // published to everybody
  const batchId = given.batchId ?? newest?.batchId ?? null
  const run = batchId ? await publishedRun(db, batchId) : undefined
  if (!batchId || !run) return { batchId, isOut: false, nextAt: null, isTied: false, toTake: 0, taken: 0, refused: 0, plans: [] }
  const { places } = await placesOf(db, run)
  const held = await db.query<{ planId: string | null; confirmed: number; open: number }>(sql`select a.plan_id as "planId",
    count(*) filter (where a.state = 'confirmed')::int as confirmed, count(*) filter (where a.state = 'admitted')::int as open from ${holders(me.tenantId, batchId)} group by 1`)
  const waiting = await db.query<{ planId: string; n: number }>(sql`select w ->> 'planId' as "planId", count(*)::int as n
    from admission_placement p join exam_application a on a.tenant_id = p.tenant_id and a.id = p.application_id and a.state in ('waitlisted', 'notAdmitted')
    cross join jsonb_array_elements(p.wishes) w where p.tenant_id = ${me.tenantId} and p.run_id = ${run.id}::uuid and w ->> 'verdict' = 'full' group by 1`)
  const [taking] = await db.query<{ toTake: number; taken: number; refused: number }>(sql`select count(*) filter (where taken_over_at is null)::int as "toTake",
    count(taken_over_at)::int as taken, count(*) filter (where taken_over_at is null and take_over_fault is not null)::int as refused
    from exam_application where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid and state = 'confirmed'`)
  const plans = await db.unscoped(examPlan).all({ batchId }, { sort: ['code'] }) // published plans
  const labels = await planLabels(db, plans)
  return {
    batchId,
    isOut: true,
    nextAt: await nextAt(db, run),
    isTied: run.roundsTiedAt !== null,
    toTake: taking?.toTake ?? 0,
    taken: taking?.taken ?? 0,
    refused: taking?.refused ?? 0,
    plans: plans.map(({ id, code }) => ({ planId: id, label: labels.get(id) ?? code, ...countsOf(id) })),
  }
  function countsOf(planId: string) {
    const all = places.reduce((sum, p) => sum + (p.planId === planId ? p.places : 0), 0)
    const { confirmed = 0, open = 0 } = held.find(h => h.planId === planId) ?? {}
    return { places: all, confirmed, open, free: all - confirmed - open, waiting: waiting.find(w => w.planId === planId)?.n ?? 0 }
  }
})
/** The round ends with the last answer, at the latest with the time to answer. */
async function nextAt(db: Db, { batchId, roundsTiedAt, roundsOverAt }: Run): Promise<string | null> {
  if (roundsTiedAt || roundsOverAt || !(await settingsOf(db)).autoRounds) return null
  const [last] = await db.unscoped(examApplication).all({ batchId, state: 'admitted' }, { sort: ['-confirmBy'], limit: 1 }) // of the batch
  return last?.confirmBy ?? null
}
export default [fill, board]
