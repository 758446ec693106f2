import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { type AccessSchool, accessSchool, one, push } from '#modules/dormitory/access/testing.ts'
import { termAround } from '#modules/dormitory/stays/testing-residents.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { presenceConflict, type RESULTS } from './model/conflict.ts'
import { presenceState } from './model/presence-state.ts'
import { reconcileAll } from './server/jobs.ts'

export { one, push }
/** An instant some hours ago. */
export const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
/** The school of doors in term: women of 软件2301 in 兰苑1栋 and a man of 软件2302 in 竹苑2栋. */
export interface PresenceSchool extends AccessSchool {
  stateOf(studentId: string): Promise<{ state: string; confidence: string; since: string; placeId: string | null; isSilent: boolean } | undefined>
  /** All states as they are kept, by student, without what says when they were written. */
  states(): Promise<unknown[]>
}
export const presenceSchool = fixture(
  'presence',
  accessSchool,
  async (s: AccessSchool) => {
    await termAround(s)
    await reconcileAll(s.db)
    return {}
  },
  (s): PresenceSchool => ({
    ...s,
    async stateOf(studentId) {
      const row = await s.db.unscoped(presenceState).find({ studentId })
      return row && { state: row.state, confidence: row.confidence, since: row.since, placeId: row.placeId, isSilent: row.isSilent }
    },
    states: () =>
      s.db.query(
        sql`select student_id, state, since, confidence, place_id, dorm_id, class_id, is_silent, evidence, next_at from presence_state where tenant_id = ${s.tenantId} order by 1`,
      ),
  }),
)
/** A leave that leaves the campus, entered past all rules. */
export async function awayOn(s: PresenceSchool, studentId: string, from: string, to: string, state: 'active' | 'overdue' = 'active'): Promise<string> {
  const [row] = await s.db.query<{
    id: string
  }>(sql`insert into leave (tenant_id, leave_no, student_id, department_id, class_id, type_id, start_at, end_at, days, reason, leaves_campus, leaves_city, state)
    select s.tenant_id, 'P' || s.student_no, s.id, s.department_id, s.class_id, (select t.id from leave_type t where t.tenant_id = s.tenant_id order by t.sort limit 1), ${from}, ${to}, 2, '回家', true, false, ${state}
    from student s where s.tenant_id = ${s.tenantId} and s.id = ${studentId} returning id`)
  return row?.id ?? ''
}
const canton = (s: PresenceSchool) => s.db.query(sql`insert into canton (tenant_id, code, name, level) values (${s.tenantId}, '110101', '东城区', 'area') on conflict do nothing`)
/** A trip, entered past all rules. */
export async function tripOn(s: PresenceSchool, studentId: string, from: string, to: string, state: 'registered' | 'out' | 'overdue'): Promise<string> {
  await canton(s)
  const [row] = await s.db.query<{
    id: string
  }>(sql`insert into going_out (tenant_id, student_id, department_id, class_id, purpose, canton_code, place, out_planned, back_planned, contact_phone, confirmed_at, out_at, state)
    select s.tenant_id, s.id, s.department_id, s.class_id, 'shopping', '110101', '王府井', ${from}, ${to}, '13800000000', ${from}, ${state === 'registered' ? null : from}::timestamptz, ${state}
    from student s where s.tenant_id = ${s.tenantId} and s.id = ${studentId} returning id`)
  return row?.id ?? ''
}
/** Nights elsewhere, entered past all rules. */
export async function tempOn(s: PresenceSchool, studentId: string, from: string, to: string, state: 'active' | 'overdue' = 'active'): Promise<string> {
  const [row] = await s.db.query<{
    id: string
  }>(sql`insert into temp_location (tenant_id, student_id, department_id, class_id, "from", "to", place_type, address, contact_name, contact_phone, reason, nights, first_night, state, approved_at)
    select s.tenant_id, s.id, s.department_id, s.class_id, ${from}, ${to}, 'home', '某路1号', '王芳', '13800000000', '家中有事', 1, ${from}::date, ${state}, ${from}
    from student s where s.tenant_id = ${s.tenantId} and s.id = ${studentId} returning id`)
  return row?.id ?? ''
}
/** What somebody is or was asked about a student. */
export const conflictsIn = (s: PresenceSchool, studentId: string) => s.db.unscoped(presenceConflict).all({ studentId }, { sort: ['openedAt'] })
export const resolve = (who: Actor, id: string | undefined, result: keyof typeof RESULTS) => who.post('presence/presenceConflict/resolve', { id, result })
