import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { leave, leaveStates } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'

const LIST = 'leave:leave:list'
const REVEAL = 'leave:leave:reveal'
/** Sensitive reasons shown at most. */
const REASONS = 10
type State = keyof typeof leaveStates.labels
const TONES: Partial<Record<State, 'done' | 'going' | 'refused'>> = { active: 'going', overdue: 'refused', closed: 'done' }

/** 30 SP: leaves that have begun; refused applications are not listed. */
const leaves = profilePart({
  code: 'leave.leave',
  label: '请假',
  order: 30,
  permission: LIST,
  facts: ['leave.timesThisTerm', 'leave.daysThisTerm'],
  list: studentId => `/leave/leaves?studentId=${studentId}`,
  async whereabouts({ db }, studentId) {
    const [away] = await db.visibleFor(leave, LIST).all({ studentId, state: ['active', 'overdue'] }, { sort: ['-startAt'], limit: 1 })
    if (!away) return null
    const type = (await db.cached(leaveType)).get(away.typeId)?.name ?? ''
    const place = away.cantonCode ? (await cantonsByCode(db)).get(away.cantonCode)?.fullName : undefined
    const text = place ? { text: '{type}，去往{place}', values: { type, place } } : { text: '{type}中', values: { type } }
    return { kind: 'away', text, until: away.endAt, ...(away.state === 'overdue' ? { tone: 'refused' as const } : {}) }
  },
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
    return [late ? { code: 'overdue', title: { text: '请假逾期未归' }, at: late.endAt, link: `/leave/returns?studentId=${studentId}` } : null]
  },
})
/** 30-SP2: reasons of sensitive leaves, such as an illness. */
const reasons = profilePart({
  code: 'leave.privateReason',
  label: '敏感事由',
  order: 31,
  permission: REVEAL,
  isClosed: true,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(leave, REVEAL).all({ studentId, 'privateReason.isNull': false }, { sort: ['-startAt'], limit: REASONS })
    return rows.map(r => ({ label: schoolDate(r.startAt), value: r.privateReason ?? '' }))
  },
})
export default [leaves, reasons]
