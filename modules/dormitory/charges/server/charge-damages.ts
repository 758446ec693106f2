import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { changeMany } from '../../places/server/api.ts'
import type { Debt } from '../../stays/model/checklist.ts'
import { checkOutPoint } from '../../stays/server/api.ts'
import { dormDamage } from '../model/damage.ts'
import { DAMAGE_MESSAGES } from '../model/damage-messages.ts'
import { settingsOf } from './damage-settings.ts'
import { feeLedger, feeLedgers } from './fee-ledger.ts'
import { type Damage, damageTodos, tellDamages } from './notify-damages.ts'

/** The ledger has one line per share; reductions and waivers are resubmitted under the same source. */
export async function handInDamages(db: Db, rows: readonly Damage[]): Promise<void> {
  const ledger = feeLedger(db)
  if (!ledger || !rows.length) return
  const lines = await ledger.handIn(
    db,
    rows.map(({ id, studentId, amount, dueOn, at }) => ({
      sourceType: 'dormDamage' as const,
      sourceId: id,
      sourceSeq: schoolYearOf(at.slice(0, 10)),
      studentId,
      amount,
      dueOn: dueOn ?? today(),
    })),
  )
  const pairs = [...lines]
  await db.updateMany(
    dormDamage,
    pairs.map(([id, billLineId]) => ({ id, billLineId })),
    { bookkeeping: true },
  )
}
/** Locked rows become payable. */
export async function charge(db: Db, rows: readonly Damage[]): Promise<void> {
  if (!rows.length) return
  const { damageDueDays } = await settingsOf(db)
  const dueOn = addDays(today(), damageDueDays)
  const charged = rows.map(row => ({ ...row, state: 'charged' as const, dueOn }))
  await changeMany(db, dormDamage, rows, { state: 'charged', dueOn })
  await damageTodos.follow(db, charged)
  await handInDamages(db, charged)
  await tellDamages(db, DAMAGE_MESSAGES.damageCharged, rows, () => ({ dueOn }))
}
/** 20-DI8: charges damages without an objection in time; submits those a ledger connected later does not know yet. Returns the number charged. */
export async function chargeDue(db: Db, now = Date.now()): Promise<number> {
  const due = { state: 'told', 'objectUntil.le': new Date(now).toISOString() } as const
  await db.query(
    sql`select 1 from dorm_damage where tenant_id = ${db.me.tenantId} and state = 'told' and object_until <= ${new Date(now).toISOString()} order by id for no key update`,
  )
  const rows = await db.unscoped(dormDamage).all(due) // scheduled job without a user: no data scope applies
  await charge(db, rows)
  if (feeLedger(db)) await handInDamages(db, await db.unscoped(dormDamage).all({ state: 'charged', 'billLineId.isNull': 'true' })) // scheduled job without a user: no data scope applies
  return rows.length
}
// 20-DR4: open items at check-out are recorded; they do not block it
const point = checkOutPoint({
  code: 'damage',
  async open(db, leaving) {
    const rows = await db.query<{
      studentId: string
      open: number
      items: string
    }>(sql`select student_id as "studentId", sum(amount - paid)::float8 as open, string_agg(item, '、' order by at) as items
      from dorm_damage where tenant_id = ${db.me.tenantId} and student_id = any(${leaving.map(l => l.studentId)}::uuid[]) and state <> 'waived' and amount > paid group by 1`)
    const of = new Map(rows.map(r => [r.studentId, r]))
    return new Map(
      leaving.flatMap((l): Array<[string, Debt[]]> => {
        const own = of.get(l.studentId)
        return own ? [[l.stayId, [{ code: 'damage', label: '损坏赔偿', note: own.items, amount: own.open }]]] : []
      }),
    )
  },
})
const job = scheduledJob('dormitory.chargeDamages', '损坏赔偿计入应缴', '*/30 * * * *', db => chargeDue(db), {
  due: registered => [
    `select from dorm_damage where tenant_id = $1 and ((state = 'told' and object_until <= now())${registered(feeLedgers).length ? " or (state = 'charged' and bill_line_id is null)" : ''})`,
  ],
})
export default [point, job]
