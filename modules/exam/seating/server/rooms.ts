import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { examColumns } from '#modules/campus/model/organisation-rules.ts'
import { venue } from '#modules/campus/model/places.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { seatsOf } from '../model/arrange.ts'
import { addRooms, examRoom } from '../model/room.ts'
import { tellRelocated } from './notify-changes.ts'
import { lockSetup, mustNotClash } from './setup.ts'

export type ExamRoom = Row<typeof examRoom>
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(examRoom, key, values, field)
}
/** Columns of a room whose layout was checked. */
export const columnsOf = ({ layout }: Pick<ExamRoom, 'layout'>): number[] => examColumns(layout) ?? []
function checkLayout({ layout, seats }: ExamRoom): void {
  const columns = examColumns(layout)
  const sum = seatsOf({ columns: columns ?? [] })
  if (!columns) refuse('layoutForm', { layout }, 'layout')
  if (sum !== seats) refuse('layoutSum', { sum, seats }, 'layout')
}
const nameOf = async (db: Db, teacherId: string): Promise<string> =>
  (await db.query<{ name: string }>(sql`select name from teacher where tenant_id = ${db.me.tenantId} and id = ${teacherId}::uuid`))[0]?.name ?? '—'
/** Nobody invigilates in two rooms of an examination. */
async function checkInvigilators(db: Db, { batchId, roomNo, invigilatorIds }: ExamRoom, id: string | null): Promise<void> {
  const ids = (invigilatorIds ?? []).flatMap(one => one ?? [])
  const twice = ids.find((one, n) => ids.indexOf(one) < n)
  if (twice) refuse('twice', { name: await nameOf(db, twice) }, 'invigilatorIds')
  const [other] = await db.query<{
    id: string
    room: string
  }>(sql`select p.id, r.room_no as room from exam_room r join teacher p on p.tenant_id = r.tenant_id and r.invigilator_ids ? p.id::text
    where r.tenant_id = ${db.me.tenantId} and r.batch_id = ${batchId}::uuid and r.id is distinct from ${id}::uuid and p.id = any(${ids}::uuid[]) and r.room_no <> ${roomNo} order by 2 limit 1`)
  if (other) refuse('sameBatch', { name: await nameOf(db, other.id), room: other.room }, 'invigilatorIds')
}
const seatedIn = (db: Db, ids: readonly string[]): Promise<Array<{ id: string; n: number }>> =>
  db.query(sql`select room_id as id, count(distinct application_id)::int as n from exam_seat where tenant_id = ${db.me.tenantId} and room_id = any(${[...ids]}::uuid[]) group by 1`)
/** Room 1 is room 001: numbers of seats are made from three digits. */
const paddedNo = (no: string): string => no.padStart(3, '0')
const FIXED = ['seats', 'layout', 'kind', 'roomNo'] as const
const rooms = rules(examRoom, {
  async add({ db }, draft) {
    if (draft.roomNo) draft.roomNo = paddedNo(draft.roomNo)
    const room = draft as ExamRoom
    checkLayout(room)
    await lockSetup(db, room.batchId)
    await checkInvigilators(db, room, null)
  },
  async update({ db }, row, patch) {
    if (patch.roomNo) patch.roomNo = paddedNo(patch.roomNo)
    const after = { ...row, ...patch } as ExamRoom
    checkLayout(after)
    await lockSetup(db, row.batchId)
    await checkInvigilators(db, after, row.id)
    const [seated] = FIXED.some(key => after[key] !== row[key]) ? await seatedIn(db, [row.id]) : []
    if (seated) refuse('arranged', { room: row.roomNo, count: seated.n })
  },
  added: ({ db }, { batchId }) => mustNotClash(db, batchId),
  async updated({ db }, before, after) {
    await mustNotClash(db, after.batchId)
    await tellRelocated(db, before, after)
  },
})
const MOST_NO = 999
const LAYOUT = examRoom.fields.layout.options.initial
const many = handle(addRooms, async ({ db, me }, { batchId, kind, venueIds }) => {
  await lockSetup(db, batchId)
  const places = await db.cached(venue)
  const asked = [...new Set(venueIds.flatMap(id => places.get(id ?? '') ?? []))].toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const used = await db.query<{ id: string; last: number }>(
    sql`select venue_id as id, max(room_no::int) over ()::int as last from exam_room where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid`,
  )
  const taken = asked.filter(one => used.some(u => u.id === one.id)).map(one => one.name)
  if (taken.length) refuse('venueInBatch', { venues: taken }, 'venueIds')
  const shape = (one: (typeof asked)[number]) => ({ seats: one.examSeats ?? examRoom.fields.seats.options.initial, layout: one.examLayout ?? LAYOUT })
  const odd = asked.filter(one => seatsOf({ columns: columnsOf(shape(one)) }) !== shape(one).seats).map(one => one.name)
  if (odd.length) refuse('noVenueLayout', { venues: odd }, 'venueIds')
  const first = (used[0]?.last ?? 0) + 1
  if (first + asked.length - 1 > MOST_NO) refuse('numbers', { first, count: asked.length }, 'venueIds')
  await db.insertMany(
    examRoom,
    asked.map((one, n) => ({ batchId, kind: kind ?? 'normal', venueId: one.id, roomNo: paddedNo(String(first + n)), ...shape(one) })),
  )
  await mustNotClash(db, batchId)
  return { count: asked.length }
})
export default [
  rooms,
  many,
  compute(examRoom, ['seated'], async ({ db }, rows) => {
    const of = new Map(
      (
        await seatedIn(
          db,
          rows.map(r => r.id),
        )
      ).map(s => [s.id, s.n]),
    )
    for (const row of rows) row.seated = of.get(row.id) ?? 0
  }),
]
