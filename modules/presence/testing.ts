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
