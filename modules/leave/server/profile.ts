import sql from 'sql-template-tag'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { leave, leaveStates } from '../model/leave.ts'

const LIST = 'leave:leave:list'
type State = keyof typeof leaveStates.labels
const TONES: Partial<Record<State, 'done' | 'going' | 'refused'>> = { active: 'going', overdue: 'refused', closed: 'done' }

/** 30 SP: leaves that have begun; refused applications are not listed. */
export default profilePart({
  code: 'leave.leave',
  label: '请假',
  permission: LIST,
  async happened({ db }, studentId, limit) {
    const rows = await db.query<{ at: string; state: State; days: string; type: string }>(sql`
      select l.start_at as at, l.state, l.days::text, x.name as type from ${db.visibleFor(leave, LIST).rows()} l join leave_type x on x.tenant_id = ${db.me.tenantId} and x.id = l.type_id
      where l.student_id = ${studentId} and l.state in ('active', 'overdue', 'closed') order by l.start_at desc limit ${limit}`)
    return rows.map(({ at, state, days, type }) => {
      const tone = TONES[state]
      return {
        at: new Date(at).toISOString(),
        title: { text: '{type} {days} 天', values: { type, days: Number(days) } },
        note: { text: leaveStates.labels[state] },
        ...(tone ? { tone } : {}),
      }
    })
  },
  async notable({ db }, studentId) {
    const [late] = await db.visibleFor(leave, LIST).all({ studentId, state: 'overdue' }, { sort: ['endAt'], limit: 1 })
    return [late ? { title: { text: '请假逾期未归' }, at: late.endAt, link: `/leave/returns?studentId=${studentId}` } : null]
  },
})
