import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { itemOf } from '#modules/fee/server/api.ts'
import { round } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { batchActions, examBatch, STAGES } from '../model/batch.ts'
import { examPlan } from '../model/plan.ts'
import { settingsOf } from './settings.ts'

export type Batch = Row<typeof examBatch>

/** The stages end one after the other, the registration first. */
function checkWindows(row: Pick<Batch, 'endTime' | (typeof STAGES)[number]>): void {
  const times = [row.endTime, ...STAGES.map(name => row[name])]
  if (times.some((at, n) => n > 0 && Date.parse(at) < Date.parse(times[n - 1] as string)))
    throw refusalOf(examBatch, 'windows', { times: times.map(at => schoolTimeText(at)).join(' → ') }, 'reviewTo')
}
/** Plans to choose from, and an item to charge the fee under. */
async function check({ db }: Ctx, { id, name, fee }: Batch): Promise<void> {
  if (!(await db.unscoped(examPlan).count({ batchId: id }))) throw refusalOf(examBatch, 'noPlans', { name }) // published plans
  const { feeItem: item } = await settingsOf(db)
  if (fee && !(await itemOf(db, item))) throw refusalOf(examBatch, 'noItem', { item })
}
/** Last year's plans, ready to be changed; the stages lie as far behind the registration as they did. */
async function copied({ db }: Ctx, from: Batch, to: Batch): Promise<void> {
  const by = Date.parse(to.endTime) - Date.parse(from.endTime)
  await db.update(examBatch, to.id, Object.fromEntries(STAGES.map(name => [name, new Date(Date.parse(from[name]) + by).toISOString()])))
  await db.insertFrom(
    examPlan,
    {
      ...{ batchId: sql`${to.id}::uuid`, code: sql`p.code`, majorId: sql`p.major_id`, campusId: sql`p.campus_id` },
      ...{ quotas: sql`p.quotas`, subjects: sql`p.subjects`, requirements: sql`p.requirements`, tuition: sql`p.tuition` },
    },
    sql`exam_plan p where p.tenant_id = ${db.me.tenantId} and p.batch_id = ${from.id}::uuid`,
  )
}
/** A longer registration moves the stages behind it that it would overtake. */
async function extended({ db }: Ctx, row: Batch): Promise<void> {
  const end = Date.parse(row.endTime)
  const late = STAGES.filter(name => Date.parse(row[name]) < end)
  if (late.length) await db.update(examBatch, row.id, Object.fromEntries(late.map(name => [name, row.endTime])))
}
const hasCharged = async (db: Db, batchId: string): Promise<boolean> =>
  (await db.query(sql`select from exam_application where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid and bill_line_id is not null limit 1`)).length > 0
export default [
  ...round(examBatch, batchActions, {
    ...{ processType: 'exam', audience: 'live', realm: 'exam', link: '/dzks/exame/index', mayBeEmpty: true },
    ...{ check, copied, extended },
  }),
  rules(examBatch, {
    async add(_ctx, draft) {
      checkWindows(draft as Batch)
    },
    async update({ db }, row, patch) {
      checkWindows({ ...row, ...patch } as Batch)
      if (patch.fee !== undefined && patch.fee !== row.fee && (await hasCharged(db, row.id))) throw refusalOf(examBatch, 'feeFixed', { name: row.name }, 'fee')
    },
  }),
  compute(examBatch, ['applicants'], async ({ db }, rows) => {
    const found = await db.query<{ id: string; n: number }>(sql`select batch_id as id, count(*)::int as n from exam_application
      where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) and submitted_at is not null group by 1`)
    const of = new Map(found.map(f => [f.id, f.n]))
    for (const row of rows) row.applicants = of.get(row.id) ?? 0
  }),
]
