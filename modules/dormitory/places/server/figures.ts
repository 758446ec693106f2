import sql, { raw } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type Ctx, compute } from '#server/context.ts'
import { type BedState, dormBed, dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { BED_STATE, bedsTaken, countsBy, NO_BEDS } from './counts.ts'

type Place = { id: string; capacity: number | null; occupied: number | null; free: number | null }
/** Bed counts of a page of places; `column` links a bed to the place. */
async function fill({ db }: Ctx, column: 'dorm_id' | 'floor_id' | 'room_id', rows: readonly Place[]): Promise<void> {
  const counted = await countsBy(db, column, sql`b.${raw(column)} = any(${rows.map(r => r.id)}::uuid[])`)
  const byId = new Map(counted.map(c => [c.id, c]))
  for (const row of rows) {
    const { capacity, occupied, free } = byId.get(row.id) ?? NO_BEDS
    Object.assign(row, { capacity, occupied, free })
  }
}
const FIGURES = ['capacity', 'occupied', 'free']
interface Held {
  id: string
  state: BedState
  name: string | null
  studentNo: string | null
  classId: string | null
}
/** Availability and occupant of each bed today. */
const ofBeds = compute(dormBed, ['bedState', 'holderName', 'holderNo', 'holderClass'], async ({ db }, rows) => {
  const found = await db.query<Held>(
    sql`select b.id, ${BED_STATE} as state, t.name, t.student_no as "studentNo", t.class_id as "classId" from ${bedsTaken(db, sql`b.id = any(${rows.map(r => r.id)}::uuid[])`)}`,
  )
  const byId = new Map(found.map(f => [f.id, f]))
  const classes = await db.cached(stuClass)
  for (const row of rows) {
    const held = byId.get(row.id)
    Object.assign(row, {
      bedState: held?.state ?? null,
      holderName: held?.name ?? null,
      holderNo: held?.studentNo ?? null,
      holderClass: classes.get(held?.classId ?? '')?.name ?? null,
    })
  }
})
export default [
  ofBeds,
  compute(dormBuilding, FIGURES, (ctx, rows) => fill(ctx, 'dorm_id', rows)),
  compute(dormFloor, FIGURES, (ctx, rows) => fill(ctx, 'floor_id', rows)),
  compute(dormRoom, FIGURES, (ctx, rows) => fill(ctx, 'room_id', rows)),
]
