import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dormStay } from '../../model/stay/stay.ts'

export type Stay = Row<typeof dormStay>
type Patch = Partial<Omit<Stay, 'id'>> & { id: string }

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
  return db.unscoped(dormStay).all({ id: [...ids] }, { sort: ['id'] }) // the caller found them within scope
}
/** Changes many stays in one statement. All patches name the same fields. */
export async function changeStays(db: Db, patches: readonly Patch[]): Promise<void> {
  if (patches.length) await db.updateMany(dormStay, patches)
}
/** What other modules hear of stays that began or ended. */
/** What is told of a stay. */
export type Brief = Pick<Stay, 'id' | 'studentId' | 'bedId' | 'kind' | 'state' | 'plannedIn'>
export const told = (stays: readonly Brief[], on: string, more: Record<string, unknown> = {}) =>
  stays.map(({ id, studentId, bedId, kind }) => ({ studentId, stayId: id, bedId, kind, on, ...more }))
