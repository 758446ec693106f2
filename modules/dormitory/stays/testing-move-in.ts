import sql from 'sql-template-tag'
import type { OutputOf } from '#model'
import type { Actor, Answer } from '#testing/school.ts'
import { day } from '../places/testing.ts'
import type { moveInLoad, moveInSlots, myMoveIn } from './model/move-in-actions.ts'
import { type StaySchool, staySchool } from './testing.ts'
import { houseAll } from './testing-residents.ts'

export interface Arriving {
  id: string
  studentNo: string
  name: string
  stayId: string
  actor: Actor
}
export type Mine = OutputOf<typeof myMoveIn>
export type SlotNow = OutputOf<typeof moveInSlots>
export type Load = OutputOf<typeof moveInLoad>
/** The dormitory school with women who are to move in. Dates are relative to the start of the test. */
export interface MoveInSchool extends StaySchool {
  /** Two days ahead: all slots are in the future and changeable at any hour. */
  theDay: string
  /** Students with reserved beds in the women's building, in bed order, with accounts. */
  arriving(count: number, offset?: number, plannedIn?: string): Promise<Arriving[]>
  /** A published plan of the women's building from 08:00 to 10:00 in half hours; returns its id and slots. */
  open(more?: Record<string, unknown>): Promise<{ id: string; slots: string[] }>
  choose(who: Arriving, slotId: string | undefined): Promise<Answer<{ beginAt: string; endAt: string }>>
  /** As the table counts them. */
  taken(planId: string): Promise<number[]>
}
export async function moveInSchool(): Promise<MoveInSchool> {
  const s = await staySchool()
  const theDay = day(2)
  return {
    ...s,
    theDay,
    async arriving(count, offset = 0, plannedIn = theDay) {
      const students = await s.students(count)
      const rows = await houseAll(
        s,
        students.map(x => x.id),
        s.beds.women.slice(offset),
      )
      await s.db.query(
        sql`update dorm_stay set state = 'reserved', check_in_at = null, planned_in = ${plannedIn}::date where tenant_id = ${s.tenantId} and id = any(${rows.map(r => r.stayId)}::uuid[])`,
      )
      await s.server.settle()
      return Promise.all(rows.map(async r => ({ ...r, actor: await s.as({ roles: ['student'], studentId: r.id }) })))
    },
    async open(more = {}) {
      const draft = { dormId: s.dorms.women, day: theDay, fromTime: '08:00', toTime: '10:00', slotMinutes: 30, places: 2, ...more }
      const { data } = await s.officer.post<{ id: string }>('dorm/moveInPlan/add', draft)
      const published = await s.officer.post('dorm/moveInPlan/publish', { ids: [data.id] })
      if (published.code !== 200) throw new Error(published.msg)
      const rows = await s.db.query<{ id: string }>(sql`select id from move_in_slot where tenant_id = ${s.tenantId} and plan_id = ${data.id} order by begin_at`)
      return { id: data.id, slots: rows.map(r => r.id) }
    },
    choose: (who, slotId) => who.actor.post('dorm/moveInChoice/choose', { stayId: who.stayId, slotId }),
    async taken(planId) {
      const rows = await s.db.query<{ taken: number }>(sql`select taken from move_in_slot where tenant_id = ${s.tenantId} and plan_id = ${planId} order by begin_at`)
      return rows.map(r => r.taken)
    },
  }
}
