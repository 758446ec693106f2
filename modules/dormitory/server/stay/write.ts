import sql, { join, raw } from 'sql-template-tag'
import { type Row, snake } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormStay } from '../../model/stay/stay.ts'

export type Stay = Row<typeof dormStay>
type Patch = Partial<Omit<Stay, 'id'>> & { id: string }
const HIDDEN = new Set(['inventoryJson', 'debts', 'damagePhotos'])

/** These stays of the reader's scope, locked in the order of their ids until the transaction ends; one that is out of reach refuses all. */
export async function lockVisible(db: Db, ids: readonly string[]): Promise<Stay[]> {
  const wanted = [...new Set(ids)]
  if ((await db.visible(dormStay).count({ id: wanted })) < wanted.length) throw notFound()
  return lockStays(db, wanted)
}
/** The same where the caller has already decided whose they are. */
export async function lockStays(db: Db, ids: readonly string[]): Promise<Stay[]> {
  if (!ids.length) return []
  await db.query(sql`select 1 from dorm_stay where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`)
  return db.unscoped(dormStay).all({ id: [...ids] }, { sort: ['id'] }) // found by the caller
}
/** Changes many stays in one statement, with their history. All patches name the same fields. */
export async function changeStays(db: Db, patches: readonly Patch[]): Promise<void> {
  const [first] = patches
  if (!first) return
  const fields = Object.keys(first).filter(name => name !== 'id')
  const rows = patches.map(patch => Object.fromEntries(Object.entries(patch).map(([name, value]) => [snake(name), value])))
  const sets = join(fields.map(name => raw(`${snake(name)} = x.${snake(name)}`)))
  const shown = fields.filter(name => !HIDDEN.has(name))
  const diff = join(
    shown.map(name => raw(`'${name}', case when w.${snake(name)} is distinct from x.${snake(name)} then jsonb_build_object('from', w.${snake(name)}, 'to', x.${snake(name)}) end`)),
  )
  await db.query(sql`
    with x as (select * from jsonb_populate_recordset(null::dorm_stay, ${JSON.stringify(rows)}::jsonb)),
    w as (select s.* from dorm_stay s join x on x.id = s.id where s.tenant_id = ${db.me.tenantId}),
    changed as (update dorm_stay s set ${sets}, version = s.version + 1, updated_at = now(), updated_by = ${db.me.userId || null}::uuid from x where s.tenant_id = ${db.me.tenantId} and s.id = x.id returning s.id)
    insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
    select ${db.me.tenantId}::uuid, ${db.me.userId || null}::uuid, 'dormitory', 'update', 'dormStay', c.id, 'stay', jsonb_strip_nulls(jsonb_build_object(${diff}))
    from changed c join w on w.id = c.id join x on x.id = c.id`)
}
/** What other modules hear of stays that began or ended. */
/** What is told of a stay. */
export type Brief = Pick<Stay, 'id' | 'studentId' | 'bedId' | 'kind' | 'state' | 'plannedIn'>
export const told = (stays: readonly Brief[], on: string, more: Record<string, unknown> = {}) =>
  stays.map(({ id, studentId, bedId, kind }) => ({ studentId, stayId: id, bedId, kind, on, ...more }))
