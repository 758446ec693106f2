import sql from 'sql-template-tag'
import { type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { fileReader } from '#server/files/readers.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormDamage } from '../model/damage.ts'
import { myDamages } from '../model/damage-actions.ts'
import { mayObject } from '../model/damage-rules.ts'

const MOST = 50
const mine = handle(myDamages, async ({ db, me }) => {
  if (!me.studentId) return []
  const rows = await db.unscoped(dormDamage).all({ studentId: me.studentId }, { sort: ['-at'], limit: MOST }) // restricted to the caller's own rows
  const rooms = new Map((await db.unscoped(dormRoom).all({ id: rows.map(r => r.roomId) })).map(r => [r.id, r.fullName])) // only their names are read
  return rows.map(row => ({
    ...only(myDamages.output, row),
    room: rooms.get(row.roomId) ?? '',
    photos: [...(row.photos ?? [])],
    mayObject: mayObject(row, Date.now()),
    isKnown: row.billLineId !== null,
  }))
})
/** Whether this reader has a share of such a damage, or list access. */
export async function concerns(db: Db, where: { damageNo: string } | { sourceId: string }): Promise<boolean> {
  if (db.me.studentId && (await db.unscoped(dormDamage).count({ ...where, studentId: db.me.studentId })) > 0) return true // restricted to the caller's own rows
  return (await db.visibleFor(dormDamage, 'dormitory:dormDamage:list').count(where)) > 0
}
const numberOf = async (db: Db, id: string): Promise<string> =>
  (await db.query<{ no: string }>(sql`select damage_no as no from dorm_damage where tenant_id = ${db.me.tenantId} and id = ${id}`))[0]?.no ?? ''
// the photos belong to one row of the damage; everybody with a share may see them
export default [mine, fileReader(dormDamage, async (db, id) => concerns(db, { damageNo: await numberOf(db, id) }))]
