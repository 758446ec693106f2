import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { type AccessSchool, accessSchool, one, push } from '#modules/dormitory/access/testing.ts'
import { termAround } from '#modules/dormitory/stays/testing-residents.ts'
import { fixture } from '#testing/fixture.ts'
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
