import { mustAllow } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { officersOf } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { managersOf } from '../../stays/server/api.ts'
import { dormDamage } from '../model/damage.ts'
import { decideDamage, objectDamage } from '../model/damage-actions.ts'
import { DAMAGE_MESSAGES } from '../model/damage-messages.ts'
import { mayObject } from '../model/damage-rules.ts'
import { charge, handInDamages } from './charge-damages.ts'
import { type Damage, damageTodos, tellDamages } from './notify-damages.ts'

/** Managers of the building except the recorder; the office if there is nobody else. */
async function judgesOf(db: Db, row: Damage): Promise<string[]> {
  const others = ((await managersOf(db, [row.dormId ?? ''])).get(row.dormId ?? '') ?? []).filter(id => id !== row.createdBy)
  return others.length ? others : officersOf(db)
}
const object = handle(objectDamage, async ({ db, me, refuse }, { id, objection }) => {
  const row = await db.unscoped(dormDamage).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  mustAllow(dormDamage, row, 'object')
  if (!mayObject(row, Date.now())) refuse('late', { until: schoolTimeText(row.objectUntil) })
  const after = await db.update(dormDamage, id, { state: 'objected', objection, objectedAt: new Date().toISOString() })
  await damageTodos.open(db, 'objection', [{ row: after, to: await judgesOf(db, row) }])
})
const decide = handle(decideDamage, async ({ db, me, refuse }, { id, amount, decision }) => {
  await db.visible(dormDamage).one(id)
  const row = await db.unscoped(dormDamage).lock(id) // found within the scope just before
  if (row.paid) refuse('paid', { damageNo: row.damageNo, paid: yuanText(row.paid) })
  mustAllow(dormDamage, row, 'decide')
  if (row.state === 'objected' && row.createdBy === me.userId) refuse('own', { damageNo: row.damageNo })
  if (amount > row.amount) refuse('more', { amount: yuanText(row.amount), given: yuanText(amount) }, 'amount')
  const state = amount === 0 ? ('waived' as const) : row.state
  const after = await db.update(dormDamage, id, { state, amount, decision, decidedBy: me.userId, decidedAt: new Date().toISOString() })
  await damageTodos.follow(db, [after])
  await tellDamages(db, DAMAGE_MESSAGES.damageDecided, [after], () => ({ decision }))
  if (after.state === 'objected') await charge(db, [after])
  if (row.state === 'charged') await handInDamages(db, [after])
})
export default [object, decide]
