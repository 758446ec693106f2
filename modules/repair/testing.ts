import sql from 'sql-template-tag'
import type { WeekSpan } from '#model/week-spans.ts'
import { dormRoom } from '#modules/dormitory/places/model/places.ts'
import { livesIn, type StaySchool, staySchool } from '#modules/dormitory/stays/testing.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { repairType } from './model/faults.ts'
import { MAIN, repairMaterial, repairStock } from './model/material.ts'
import { repairOrder } from './model/order.ts'
import { workSheet } from './model/sheet.ts'
import { repairSkill } from './model/workers.ts'
import type { Order } from './server/orders.ts'
import type { Sheet } from './server/sheet-steps.ts'

export { ruleOf } from '#testing/answers.ts'

export interface RepairSchool extends StaySchool {
  /** Type ids by name. */
  type(name: string): string
  /** Room of the student, 101 of the women's building. */
  roomId: string
  /** Lives in that room; so does the mate. */
  student: Actor
  mate: Actor
  /** Another room of the same building. */
  otherRoomId: string
  worker(name: string, given?: { types?: readonly string[]; dormIds?: readonly string[]; shifts?: readonly WeekSpan[]; maxOpen?: number }): Promise<Actor>
  /** A file the caller has uploaded. */
  photo(of: Actor): Promise<string>
  order(id: string): Promise<Order>
  /** Open sheet of an order. */
  sheetOf(orderId: string): Promise<Sheet>
  material(name: string, stock: number, holder?: Actor, price?: number): Promise<string>
  stockOf(materialId: string, holder?: Actor): Promise<number>
}
/** A school with usual types, and two students in a room. */
export async function repairSchool(): Promise<RepairSchool> {
  const s = await staySchool()
  const { db } = s
  const types = new Map((await db.unscoped(repairType).all({}, { limit: 200 })).map(t => [t.name, t.id]))
  const [one, two] = await s.students(2)
  const rooms = await db.unscoped(dormRoom).all({ dormId: s.dorms.women }, { sort: ['roomNo'] })
  for (const [n, who] of [one, two].entries()) await livesIn(s, who?.id ?? '', s.beds.women[n] ?? '')
  let files = 0
  return {
    ...s,
    type(name) {
      const id = types.get(name)
      if (!id) throw new Error(`no type ${name}`)
      return id
    },
    roomId: rooms[0]?.id ?? '',
    otherRoomId: rooms[1]?.id ?? '',
    student: await s.self(one?.id ?? ''),
    mate: await s.self(two?.id ?? ''),
    async worker(name, { types: of = ['水暖', '电气', '门窗锁', '家具'], dormIds = [], shifts = [], maxOpen = 12 } = {}) {
      const who = await s.as({ roles: ['repairer'], userType: 3, nickName: name })
      await db.insert(repairSkill, { repairerId: who.userId, typeIds: of.map(t => types.get(t) ?? ''), dormIds: [...dormIds], shifts, maxOpen })
      return who
    },
    async photo(of) {
      const sha = String(++files).padStart(64, '0')
      const [file] = await db.query<{ id: string }>(sql`insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id)
        values (${s.tenantId}, '照片.jpg', 'jpg', 1000, ${sha}, 'local', ${`k${files}`}, 'image/jpeg', ${of.userId}) returning id`)
      return file?.id ?? ''
    },
    order: id => db.unscoped(repairOrder).one(id),
    async sheetOf(orderId) {
      const [sheet] = await db.unscoped(workSheet).all({ orderId, state: ['assigned', 'accepted', 'arrived'] })
      if (!sheet) throw new Error('no open sheet')
      return sheet
    },
    async material(name, stock, holder, price = 500) {
      const { id } = await db.insert(repairMaterial, { code: `M${++files}`, name, unit: '个', price })
      const move = (kind: string, more = {}) => s.officer.post('repair/stockMove/move', { kind, materialId: id, qty: stock, ...more })
      const answers = [await move('in'), ...(holder ? [await move('issue', { holderId: holder.userId })] : [])]
      for (const a of answers) if (a.code !== 200) throw new Error(`${a.code} ${a.msg}`)
      return id
    },
    stockOf: async (materialId, holder) => (await db.unscoped(repairStock).find({ materialId, store: holder?.userId ?? MAIN }))?.qty ?? 0,
  }
}
type Form = Record<string, unknown>
/** A report of the student's own room. */
export const reportOf = (s: RepairSchool, typeName: string, more: Form = {}): Form => ({
  placeType: 'room',
  roomId: s.roomId,
  typeId: s.type(typeName),
  description: '坏了，请来修',
  phone: '13812345678',
  ...more,
})
/** Reports successfully and waits for the dispatcher. */
export async function reported(s: RepairSchool, typeName: string, more: Form = {}, by: Actor = s.student): Promise<string> {
  const answer = await by.post<{ id: string }>('repair/repairOrder/apply', reportOf(s, typeName, { isNew: true, ...more }))
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  await s.server.settle()
  return answer.data.id
}
export const work = (by: Actor, verb: string, id: string, more: Form = {}): Promise<Answer<unknown>> => by.post(`repair/workSheet/${verb}`, { id, ...more })
export const act = (by: Actor, verb: string, id: string, more: Form = {}): Promise<Answer<unknown>> => by.post(`repair/repairOrder/${verb}`, { id, ...more })
/** Repairs an order from acceptance to completion. */
export async function repaired(s: RepairSchool, worker: Actor, orderId: string, more: Form = {}): Promise<Answer<unknown>> {
  const { id } = await s.sheetOf(orderId)
  await work(worker, 'arrive', id)
  return work(worker, 'finish', id, { afterPhotos: [await s.photo(worker)], minutes: 20, materials: [], cause: 'wear', payBy: 'school', ...more })
}
