import sql from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { type Row, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { departmentsReached } from '#modules/campus/server/api.ts'
import { endBatch, type HoldersOf, knownFacts, round, roundQualify, roundQuota, seatsIn } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { batchActions, batchQualify, batchQuota, DEFAULT_CONDITIONS, majorTransferBatch, outOf, transferStages } from '../model/batch.ts'

export type Batch = Row<typeof majorTransferBatch>
export const LINK = '/standing/transfer'
type Patch = Partial<Batch> & Record<string, unknown>
/** What the ranking goes by. */
const SETTLED = ['effectiveDate', 'minScore', 'soldierBonus', 'founderBonus'] as const

/** Grade-majors with students: places into each, and, where it is allotted, how many it may lose. */
const holders: HoldersOf = async ({ db, lang }, permission) => {
  const [gradeMajors, classes, reached] = await Promise.all([db.cached(gradeMajor), db.cached(stuClass), departmentsReached(db, permission)])
  const studied = new Set([...classes.values()].flatMap(c => (c.state === 'ended' ? [] : c.gradeMajorId)))
  const own = [...gradeMajors.values()]
    .filter(g => studied.has(g.id) && (!reached || reached.has(g.departmentId)))
    .sort((a, b) => b.grade - a.grade || a.name.localeCompare(b.name))
  const [into, from] = [translate(lang, '转入'), translate(lang, '转出（0 为不限）')]
  return new Map([...own.map(g => [g.id, `${into} ${g.name}`] as const), ...own.map(g => [outOf(g.id), `${from} ${g.name}`] as const)])
}
async function check({ db }: Ctx, batch: Batch): Promise<void> {
  const end = schoolDate(Date.parse(batch.endTime))
  if (batch.effectiveDate < end) throw refusalOf(majorTransferBatch, 'early', { on: batch.effectiveDate, end }, 'effectiveDate')
  const seats = [...(await seatsIn(db, batch.id))]
  if (!seats.some(([holder, { issued }]) => issued > 0 && !holder.startsWith(outOf('')))) throw refusalOf(majorTransferBatch, 'noSeats', { name: batch.name })
}
/** 10-W18: what becomes of applications that nobody has decided when the window ends. */
const closed = async (db: Db, { id, atEnd, stateNote }: Batch): Promise<void> =>
  void (await endBatch(
    { db, me: db.me, lang: 'zh-cn' },
    { processType: 'statusChange', batchId: id, rule: atEnd === 'refuse' ? 'reject' : 'stay', reason: stateNote ?? '批次已结束' },
  ))
const records = rules(majorTransferBatch, {
  async add({ db }, draft) {
    const known = new Set((await knownFacts(db)).map(f => f.name))
    draft.conditions ??= DEFAULT_CONDITIONS.filter(c => factsIn(c.when).every(f => known.has(f)))
  },
  async update(_ctx, row, patch: Patch) {
    if (transferStages.allows({ state: row.stage }, 'rank')) return
    const changed = SETTLED.find(key => patch[key] !== undefined && patch[key] !== row[key])
    if (changed) throw refusalOf(majorTransferBatch, 'settled', { name: row.name, what: { text: majorTransferBatch.fields[changed].label } }, changed)
  },
})
interface Counts {
  id: string
  seats: number
  applied: number
  placed: number
}
const counts = compute(majorTransferBatch, ['seatCount', 'appliedCount', 'placedCount'], async ({ db }, rows) => {
  const found = await db.query<Counts>(sql`select b.id,
      (select coalesce(sum(s.issued), 0)::int from seat_balance s where s.tenant_id = b.tenant_id and s.round_id = b.id and s.holder not like 'out:%') as seats,
      (select count(*)::int from status_change c where c.tenant_id = b.tenant_id and c.batch_id = b.id and c.state <> 'withdrawn') as applied,
      (select count(*)::int from status_change c where c.tenant_id = b.tenant_id and c.batch_id = b.id and c.to_grade_major_id is not null and c.state in ('approved', 'publicised')) as placed
    from major_transfer_batch b where b.tenant_id = ${db.me.tenantId} and b.id = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { seatCount: byId.get(row.id)?.seats ?? 0, appliedCount: byId.get(row.id)?.applied ?? 0, placedCount: byId.get(row.id)?.placed ?? 0 })
})
export default [
  records,
  counts,
  round(majorTransferBatch, batchActions, {
    processType: 'majorTransfer',
    audience: 'live',
    link: LINK,
    check,
    closed,
    copied: async ({ db }, _from, to) => void (await db.update(majorTransferBatch, to.id, { stage: 'applying' })),
  }),
  ...roundQuota(majorTransferBatch, batchQuota, holders),
  ...roundQualify(majorTransferBatch, batchQualify),
]
