import sql, { type Sql } from 'sql-template-tag'
import { type Entity, type Row, refusalOf } from '#model'
import { buildingUsage } from '#modules/campus/model/dictionaries.ts'
import { teacher } from '#modules/campus/model/people.ts'
import { building, campus } from '#modules/campus/model/places.ts'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { isFence } from '../model/fence.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { holdBedsBelow, refuseContradiction } from './contradictions.ts'

type Patch<E> = Partial<Row<E>> & Record<string, unknown>

async function checkBuilding({ db }: Ctx, patch: Patch<typeof dormBuilding>, before?: Row<typeof dormBuilding>): Promise<void> {
  const row: Patch<typeof dormBuilding> = { ...before, ...patch }
  const others = [...(await db.cached(dormBuilding)).values()].filter(d => d.id !== before?.id)
  const base = (await db.cached(building)).get(row.buildingId ?? '')
  if (base && patch.buildingId) {
    const usage = buildingUsage.items.find(i => i.key === base.usage)?.value
    if (base.usage !== 'dormitory') throw refusalOf(dormBuilding, 'notDormitory', { building: base.name, usage: usage ?? base.usage }, 'buildingId')
    const holder = others.find(d => d.buildingId === base.id)
    if (holder) throw refusalOf(dormBuilding, 'buildingTaken', { building: base.name, holder: holder.name }, 'buildingId')
  }
  const sameCode = others.find(d => d.code === patch.code)
  if (sameCode) throw refusalOf(dormBuilding, 'codeTaken', { code: patch.code, holder: sameCode.name }, 'code')
  const sameName = others.find(d => d.campusId === base?.campusId && d.name === row.name)
  if (sameName) throw refusalOf(dormBuilding, 'nameTaken', { campus: (await db.cached(campus)).get(base?.campusId ?? '')?.name, name: row.name }, 'name')
  await checkManagers(db, patch)
  if (patch.fence && !isFence(patch.fence)) throw refusalOf(dormBuilding, 'fenceForm', {}, 'fence')
}
async function checkManagers(db: Db, { managerIds }: Patch<typeof dormBuilding>): Promise<void> {
  const known = await db.cached(teacher)
  const gone = (managerIds ?? []).map(id => known.get(id)).find(t => t && t.status !== 'active' && t.status !== 'onLeave')
  if (gone) throw refusalOf(dormBuilding, 'teacherGone', { name: gone.name }, 'managerIds')
}
function checkGender(of: Entity, { genderCode }: { genderCode?: string | null }): void {
  if (genderCode && genderCode !== '1' && genderCode !== '2') throw refusalOf(of, 'genderOnly', { gender: genderCode }, 'genderCode')
}
async function checkFloor({ db }: Ctx, patch: Patch<typeof dormFloor>, before?: Row<typeof dormFloor>): Promise<void> {
  checkGender(dormFloor, patch)
  if (patch.floorNo === undefined) return
  if (patch.floorNo === 0) throw refusalOf(dormFloor, 'noFloorZero', {}, 'floorNo')
  const dormId = patch.dormId ?? before?.dormId ?? ''
  // uniqueness check: no data scope applies
  const holder = await db.unscoped(dormFloor).find({ dormId, floorNo: patch.floorNo })
  if (holder && holder.id !== before?.id)
    throw refusalOf(dormFloor, 'floorTaken', { dorm: (await db.cached(dormBuilding)).get(dormId)?.fullName, floorNo: patch.floorNo, holder: holder.name }, 'floorNo')
}
async function checkRoom({ db }: Ctx, patch: Patch<typeof dormRoom>, before?: Row<typeof dormRoom>): Promise<void> {
  checkGender(dormRoom, patch)
  const floorId = patch.floorId ?? before?.floorId ?? ''
  if (patch.roomNo) {
    const [holder] = await db.query<{ id: string; floor: string; dorm: string }>(sql`select r.id, h.name as floor, d.full_name as dorm from dorm_floor f
      join dorm_room r on r.tenant_id = f.tenant_id and r.dorm_id = f.dorm_id and r.deleted_at is null join dorm_floor h on h.tenant_id = r.tenant_id and h.id = r.floor_id
      join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
      where f.tenant_id = ${db.me.tenantId} and f.id = ${floorId} and r.room_no = ${patch.roomNo}`)
    if (holder && holder.id !== before?.id) throw refusalOf(dormRoom, 'roomTaken', { dorm: holder.dorm, roomNo: patch.roomNo, floor: holder.floor }, 'roomNo')
  }
  if (patch.headStudentId && before && patch.headStudentId !== before.headStudentId) await refuseStranger(db, before, patch.headStudentId)
}
/** A room head must be a resident. */
export async function refuseStranger(db: Db, room: Row<typeof dormRoom>, studentId: string): Promise<void> {
  const lives = await db.query(sql`select 1 from dorm_stay where tenant_id = ${db.me.tenantId} and room_id = ${room.id} and student_id = ${studentId} and state = 'checkedIn'`)
  if (lives.length) return
  const [person] = await db.query<{ name: string }>(sql`select name from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`)
  throw refusalOf(dormRoom, 'notResident', { name: person?.name ?? '', room: room.fullName }, 'headStudentId')
}
async function checkBed({ db }: Ctx, patch: Patch<typeof dormBed>, before?: Row<typeof dormBed>): Promise<void> {
  if (patch.bedNo === undefined) return
  const roomId = patch.roomId ?? before?.roomId ?? ''
  // uniqueness check: no data scope applies
  const holder = await db.unscoped(dormBed).find({ roomId, bedNo: patch.bedNo })
  if (holder && holder.id !== before?.id) throw refusalOf(dormBed, 'bedTaken', { room: holder.fullName?.replace(/-\d+$/, ''), bedNo: patch.bedNo }, 'bedNo')
}
/** Row checks, and conflict checks with taken beds: their beds are locked before the change and examined after it. */
function place<E extends typeof dormBuilding | typeof dormFloor | typeof dormRoom | typeof dormBed>(
  of: E,
  check: (ctx: Ctx, patch: Patch<E>, before?: Row<E>) => Promise<void>,
  touching: readonly string[],
  below: (id: string) => Sql,
) {
  return rules(of, {
    add: (ctx, draft) => check(ctx, draft),
    async update(ctx, row, patch) {
      await check(ctx, patch, row)
      if (touching.some(name => name in patch)) await holdBedsBelow(ctx.db, below(row.id))
    },
    async updated({ db }, before, after) {
      const [was, is]: Array<Record<string, unknown>> = [before, after]
      if (touching.some(name => was?.[name] !== is?.[name])) await refuseContradiction(db, of, below(after.id))
    },
  })
}
export default [
  place(dormBuilding, checkBuilding, ['genderRule', 'isEnabled'], id => sql`b.dorm_id = ${id}`),
  place(dormFloor, checkFloor, ['genderCode', 'isEnabled'], id => sql`b.floor_id = ${id}`),
  place(dormRoom, checkRoom, ['genderCode', 'isEnabled', 'usage', 'state'], id => sql`b.room_id = ${id}`),
  place(dormBed, checkBed, ['isEnabled'], id => sql`b.id = ${id}`),
]
