import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { handle } from '#server/context.ts'
import { lockBeds, unlockBeds } from '../model/actions.ts'
import { dormBed } from '../model/places.ts'
import { allFound, changeMany } from './change-many.ts'
import { holdBedsBelow, OPEN_STAY } from './contradictions.ts'

/** Beds are locked during the occupancy check, so that a concurrent reservation comes before or after it. */
const lock = handle(lockBeds, async ({ db, me, refuse }, { ids, reason, until }) => {
  if (until && Date.parse(until) <= Date.now()) refuse('past', { until: schoolTimeText(until) }, 'until')
  await holdBedsBelow(db, sql`b.id = any(${ids}::uuid[])`)
  const beds = allFound(await db.visible(dormBed).all({ id: ids }), ids)
  const taken = await db.query<{ bed: string; name: string; state: string; at: string; by: string | null }>(sql`
    select b.full_name as bed, s.name, s.state, coalesce(s.check_in_at, s.created_at) as at, u.nick_name as by
    from ${db.visible(dormBed).rows()} b join dorm_stay s on s.tenant_id = b.tenant_id and s.bed_id = b.id and ${OPEN_STAY}
      left join sys_user u on u.tenant_id = s.tenant_id and u.id = coalesce(s.check_in_by, s.created_by)
    where b.id = any(${ids}::uuid[]) order by b.full_name`)
  if (taken.length) refuse('taken', { beds: taken.map(t => `${t.bed} ${t.name} ${schoolTimeText(new Date(t.at).toISOString())}${t.by ? ` ${t.by}` : ''}`).join('、') }, 'ids')
  const held = beds.find(b => b.lockReason && b.lockedBy !== me.userId && (!b.lockedUntil || Date.parse(b.lockedUntil) > Date.now()))
  if (held) {
    const [by] = await db.query<{ name: string }>(sql`select nick_name as name from sys_user where tenant_id = ${me.tenantId} and id = ${held.lockedBy}`)
    refuse('locked', { bed: held.fullName, by: by?.name ?? '', at: schoolTimeText(held.lockedAt ?? ''), reason: held.lockReason }, 'ids')
  }
  return { done: await changeMany(db, dormBed, beds, { lockReason: reason, lockedUntil: until ?? null, lockedAt: new Date().toISOString(), lockedBy: me.userId }) }
})
const unlock = handle(unlockBeds, async ({ db }, { ids }) => ({
  done: await changeMany(db, dormBed, allFound(await db.visible(dormBed).all({ id: ids }), ids), { lockReason: null, lockedUntil: null, lockedAt: null, lockedBy: null }),
}))
export default [lock, unlock]
