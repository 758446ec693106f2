import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { round, roundAccounts } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db } from '#server/context.ts'
import { graduationAudit } from '../model/audit.ts'
import { batchActions, batchStages, graduationBatch } from '../model/batch.ts'
import { itemsInUse } from './items.ts'
import { recompute } from './judge.ts'
import { type Batch, isClosing } from './rows.ts'

/** Whoever of the audience is on the roll, and who of the same majors should have graduated before, gets a row; returns how many are new. */
export async function enter(db: Db, batch: Batch): Promise<number> {
  const accounts = await roundAccounts(db, graduationBatch, batch)
  const late = batch.includesLate
    ? sql`or (s.expected_graduation <= ${batch.certDate}::date and s.major_id in (select o.major_id from student o where o.tenant_id = s.tenant_id and o.id in (select a.student_id from ${accounts} a)))`
    : sql``
  const made = await db.insertFrom(
    graduationAudit,
    { batchId: sql`${batch.id}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, majorId: sql`s.major_id`, classId: sql`s.class_id`, level: sql`s.level` },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.has_record and (s.id in (select a.student_id from ${accounts} a) ${late})
      and not exists (select from graduation_audit r join graduation_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
        where r.tenant_id = s.tenant_id and r.student_id = s.id and (b.id = ${batch.id} or (r.state <> 'closed' and b.state <> 'cancelled')))`,
    { skipExisting: true, history: false },
  )
  return made.length
}
async function check({ db }: Ctx): Promise<void> {
  if (!(await itemsInUse(db, 'audit')).length) throw refusalOf(graduationBatch, 'noItems')
}
/** GR1, GR2: the items as the school asks for them now; everybody's row, judged, which students see from now on. */
async function published({ db }: Ctx, batch: Batch): Promise<void> {
  const items = (await itemsInUse(db, 'audit')).map(({ code, name, isBlocking }) => ({ code, name, isBlocking }))
  const with_ = await db.update(graduationBatch, batch.id, { items })
  if (!(await enter(db, batch))) throw refusalOf(graduationBatch, 'nobody', { name: batch.name })
  await recompute(db, { ...batch, ...with_, items }, db.unscoped(graduationAudit).rows()) // of the whole batch, for its publisher
}
/** Who graduates by a batch keeps it. */
async function closed(_db: Db, { state, name, stage }: Batch): Promise<void> {
  if (state === 'cancelled' && isClosing(stage)) throw refusalOf(graduationAudit, 'stage', { name, stage: { text: batchStages.labels[stage] } })
}
const counts = compute(graduationBatch, ['candidates'], async ({ db }, rows) => {
  const ids = rows.map(r => r.id)
  const found = await db.query<{ id: string; n: number }>(
    sql`select batch_id as id, count(*)::int as n from graduation_audit where tenant_id = ${db.me.tenantId} and batch_id = any(${ids}::uuid[]) group by 1`,
  )
  const of = new Map(found.map(f => [f.id, f.n]))
  for (const row of rows) row.candidates = of.get(row.id) ?? 0
})
export default [...round(graduationBatch, batchActions, { processType: 'graduation', audience: 'live', link: '/graduation/mine', check, published, closed }), counts]
