import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { figureOn, figureUse } from '#modules/system/server/api.ts'
import { round } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { type Item, itemsOf } from '../../items/server/api.ts'
import { awardBatch, batchActions, type FrozenItem } from '../model/batch.ts'
import { awardSubject } from '../model/flow.ts'
import { tellThoseWhoFit } from './notify-opened.ts'

export type Batch = Row<typeof awardBatch>
export const LINK = '/award/offers'
type Patch = Partial<Batch> & Record<string, unknown>
/** What students were told to be judged by. */
const SETTLED = ['itemIds', 'factsAsOf', 'xn'] as const
export const idsOf = (batch: Pick<Batch, 'itemIds'>): string[] => batch.itemIds.flatMap(id => id ?? [])

function frozenOf(item: Item): FrozenItem {
  const { id, code, name, subject, category, isReported, needsStatement, statementMin, statementMax, fundId } = item
  return {
    ...{ id, code, name, subject, category, isReported, needsStatement, fundId, statementMin: statementMin ?? 0, statementMax: statementMax ?? 1000 },
    levels: item.levels.flatMap(l => (l ? [{ name: l.name, amount: l.amount ?? null, figure: l.figure ?? null, share: l.share ?? null }] : [])),
    conditions: item.conditions ?? [],
    exclusions: (item.exclusions ?? []).flatMap(x => (x ? [{ itemId: x.itemId, within: x.within, rule: x.rule }] : [])),
  }
}
/** The items of a batch, as they were published; of a draft, as they are. */
export const itemsIn = async (db: Db, batch: Batch): Promise<readonly FrozenItem[]> => batch.frozen ?? (await itemsOf(db, idsOf(batch))).map(frozenOf)
export async function itemIn(db: Db, batch: Batch, itemId: string): Promise<FrozenItem | undefined> {
  return (await itemsIn(db, batch)).find(i => i.id === itemId)
}
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  const { name } = batch
  if (!batch.xn) throw refusalOf(awardBatch, 'noYear', { name }, 'xn')
  const items = await itemsOf(db, idsOf(batch))
  for (const item of items) {
    if (!item.isEnabled) throw refusalOf(awardBatch, 'itemOff', { item: item.name }, 'itemIds')
    if (item.donorUntil && item.donorUntil < today()) throw refusalOf(awardBatch, 'donorOver', { item: item.name, until: item.donorUntil }, 'itemIds')
    // refused where the state has set no amount for the award year
    for (const level of item.levels) if (level?.figure) await figureOn(db, level.figure, { scope: 'undergraduate', on: batch.factsAsOf })
  }
}
const records = rules(awardBatch, {
  async add({ db }, draft: Patch) {
    const ids = draft.itemIds?.flatMap(id => id ?? []) ?? []
    const twice = ids.find((id, n) => ids.indexOf(id) < n)
    if (twice) throw refusalOf(awardBatch, 'itemTwice', { item: (await itemsOf(db, [twice]))[0]?.name }, 'itemIds')
  },
  async update(_ctx, row, patch: Patch) {
    if (row.state === 'draft') return
    const changed = SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (changed) throw refusalOf(awardBatch, 'settled', { name: row.name, what: { text: awardBatch.fields[changed].label } }, changed)
  },
})
async function published({ db }: Ctx, batch: Batch): Promise<void> {
  const frozen = (await itemsOf(db, idsOf(batch))).map(frozenOf)
  await tellThoseWhoFit(db, await db.update(awardBatch, batch.id, { frozen }))
}
interface Counts {
  id: string
  seats: number
  applied: number
  nominated: number
}
const counts = compute(awardBatch, ['seatCount', 'appliedCount', 'nominatedCount'], async ({ db }, rows) => {
  const found = await db.query<Counts>(sql`select b.id,
      (select coalesce(sum(s.issued), 0)::int from seat_balance s where s.tenant_id = b.tenant_id and s.round_id = b.id) as seats,
      (select count(*)::int from award_application a where a.tenant_id = b.tenant_id and a.batch_id = b.id and a.state not in ('withdrawn', 'cancelled')) as applied,
      (select count(*)::int from award_application a where a.tenant_id = b.tenant_id and a.batch_id = b.id and a.state in ('nominated', 'publicised', 'review', 'reported', 'granted')) as nominated
    from award_batch b where b.tenant_id = ${db.me.tenantId} and b.id = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows)
    Object.assign(row, { seatCount: byId.get(row.id)?.seats ?? 0, appliedCount: byId.get(row.id)?.applied ?? 0, nominatedCount: byId.get(row.id)?.nominated ?? 0 })
})
/** 40-P2: amounts are looked up when somebody is nominated. */
const uses = figureUse('award.batches', async (db, { code, effectiveFrom, effectiveTo }) => {
  const open = await db
    .unscoped(awardBatch)
    .all({ stage: ['nominating', 'publicised', 'cleared'], 'factsAsOf.ge': effectiveFrom, ...(effectiveTo ? { 'factsAsOf.le': effectiveTo } : {}) }) // names of batches
  const used = await Promise.all(open.map(async b => (await itemsIn(db, b)).some(i => i.levels.some(l => l.figure === code))))
  return open.filter((b, n) => used[n] && b.state !== 'cancelled' && b.state !== 'archived').map(({ id, name }) => ({ id, name, link: '/award/batches' }))
})
export default [
  records,
  counts,
  uses,
  ...round(awardBatch, batchActions, {
    processType: 'award',
    audience: 'live',
    link: LINK,
    announces: false,
    subject: awardSubject,
    check,
    published,
    copied: async ({ db }, _from, to) => void (await db.update(awardBatch, to.id, { stage: 'nominating' })),
  }),
]
