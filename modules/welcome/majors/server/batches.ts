import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { gradeMajor } from '#modules/campus/model/organisation.ts'
import { type HoldersOf, round, roundQuota } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, rules } from '#server/context.ts'
import { adjustStages, batchActions, batchQuota, majorAdjustBatch } from '../model/batch.ts'
import { ALL_CONDITIONS } from '../model/conditions.ts'
import { majorSubject } from '../model/flow.ts'
import { type Batch, quotaOf } from './places.ts'

const SETTLED = ['year', 'choices', 'asks', 'needsFiling'] as const
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
  appliedCount: number
  placedCount: number
}
const counts = compute(majorAdjustBatch, ['seatCount', 'appliedCount', 'placedCount'], async ({ db }, rows) => {
  const seats = new Map(await Promise.all(rows.map(async r => [r.id, [...(await quotaOf(db, r.id)).values()].reduce((sum, n) => sum + n, 0)] as const)))
  const found = await db.query<Counts>(sql`select batch_id as id, count(*) filter (where state <> 'withdrawn')::int as "appliedCount",
      count(*) filter (where to_grade_major_id is not null and state in ('approved', 'placed', 'effective'))::int as "placedCount"
    from major_adjustment where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows)
    Object.assign(row, { seatCount: seats.get(row.id) ?? 0, appliedCount: byId.get(row.id)?.appliedCount ?? 0, placedCount: byId.get(row.id)?.placedCount ?? 0 })
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
