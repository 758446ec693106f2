import sql, { empty } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { handle } from '#server/context.ts'
import { dormBuilding, dormRoom } from '../../places/model/places.ts'
import { doorCodes, roomOfCode } from '../model/own-actions.ts'
import { doorCode, doorKey, roomOfDoor } from './door.ts'

const MOST = 300
interface Room {
  roomId: string
  fullName: string
  residents: Array<{ bedNo: number; name: string; classId: string | null }>
}
/** Data of door cards: the code, and today's residents. */
const codes = handle(doorCodes, async (ctx, { dormId, floorId, roomId }) => {
  const { db } = ctx
  const dorm = await db.visible(dormBuilding).one(dormId)
  const classes = await db.cached(stuClass)
  const rooms =
    await db.query<Room>(sql`select r.id as "roomId", r.full_name as "fullName", coalesce(jsonb_agg(jsonb_build_object('bedNo', b.bed_no, 'name', s.name, 'classId', s.class_id) order by b.bed_no) filter (where s.id is not null), '[]') as residents
    from dorm_room r left join dorm_stay s on s.tenant_id = r.tenant_id and s.room_id = r.id and s.state = 'checkedIn' left join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
    where r.tenant_id = ${db.me.tenantId} and r.dorm_id = ${dorm.id} and r.deleted_at is null and r.is_enabled and r.usage in ('student', 'reserve')
      ${floorId ? sql`and r.floor_id = ${floorId}` : empty} ${roomId ? sql`and r.id = ${roomId}` : empty}
    group by r.id, r.full_name order by r.full_name limit ${MOST}`)
  return rooms.map(({ residents, ...room }) => ({
    ...room,
    code: doorCode(doorKey(ctx.db), db.me.tenantId, room.roomId),
    residents: residents.map(({ classId, ...who }) => ({ ...who, className: classes.get(classId ?? '')?.name ?? null })),
  }))
})
const scanned = handle(roomOfCode, async (ctx, { code }) => {
  const id = roomOfDoor(doorKey(ctx.db), ctx.db.me.tenantId, code)
  if (!id) return ctx.refuse('code', {}, 'code')
  const room = await ctx.db.visible(dormRoom).one(id)
  return { roomId: room.id, dormId: room.dormId ?? '' }
})
export default [codes, scanned]
