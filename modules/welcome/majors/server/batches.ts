import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { type HoldersOf, round, roundQuota } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, rules } from '#server/context.ts'
import { adjustStages, batchActions, batchQuota, majorAdjustBatch } from '../model/batch.ts'
import { ALL_CONDITIONS } from '../model/conditions.ts'
import { majorSubject } from '../model/flow.ts'
import { type Batch, quotaOf } from './places.ts'

const SETTLED = ['year', 'choices', 'asks', 'needsFiling', 'hasNotice'] as const
/** The majors of the batch's year. */
const holders: HoldersOf = async ({ db }, _permission, row) => {
  const { year } = await db.unscoped(majorAdjustBatch).one(row.id) // the caller allots its places
  const own = [...(await db.cached(gradeMajor)).values()].filter(g => g.grade === year).sort((a, b) => a.name.localeCompare(b.name))
  return new Map(own.map(g => [g.id, g.name]))
}
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  if (!(await quotaOf(db, batch.id)).size) throw refusalOf(majorAdjustBatch, 'noSeats', { name: batch.name })
}
/** What is settled stays so: whoever applied after it would never be placed. */
function notSettled(_ctx: Ctx, { name, stage }: Batch): Promise<void> {
  if (adjustStages.allows({ state: stage }, 'simulate')) return Promise.resolve()
  throw refusalOf(majorAdjustBatch, 'afterSettle', { name, what: { text: majorAdjustBatch.fields.endTime.label } }, 'endTime')
}
const records = rules(majorAdjustBatch, {
  async add(_ctx, draft) {
    draft.asks ??= [...ALL_CONDITIONS]
  },
  async update(_ctx, row, patch) {
    if (adjustStages.allows({ state: row.stage }, 'simulate')) return
    const changed = SETTLED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
    if (changed) throw refusalOf(majorAdjustBatch, 'afterSettle', { name: row.name, what: { text: majorAdjustBatch.fields[changed].label } }, changed)
  },
})
interface Counts {
  id: string
  seats: number
  applied: number
  placed: number
}
const counts = compute(majorAdjustBatch, ['seatCount', 'appliedCount', 'placedCount'], async ({ db }, rows) => {
  const found = await db.query<Counts>(sql`select b.id,
      (select coalesce(sum(s.issued), 0)::int from seat_balance s where s.tenant_id = b.tenant_id and s.round_id = b.id) as seats,
      (select count(*)::int from major_adjustment m where m.tenant_id = b.tenant_id and m.batch_id = b.id and m.state <> 'withdrawn') as applied,
      (select count(*)::int from major_adjustment m where m.tenant_id = b.tenant_id and m.batch_id = b.id and m.to_grade_major_id is not null
        and m.state in ('approved', 'placed', 'publicised', 'effective')) as placed
    from major_adjust_batch b where b.tenant_id = ${db.me.tenantId} and b.id = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { seatCount: byId.get(row.id)?.seats ?? 0, appliedCount: byId.get(row.id)?.applied ?? 0, placedCount: byId.get(row.id)?.placed ?? 0 })
})
export default [
  records,
  counts,
  ...round(majorAdjustBatch, batchActions, {
    processType: 'majorAdjust',
    audience: 'live',
    realm: 'welcome',
    mayBeEmpty: true,
    link: '/welcome/major',
    subject: majorSubject,
    check,
    extended: notSettled,
    copied: async ({ db }, _from, to) => void (await db.update(majorAdjustBatch, to.id, { stage: 'applying', simulatedPlaces: null, passes: null })),
  }),
  ...roundQuota(majorAdjustBatch, batchQuota, holders),
]
