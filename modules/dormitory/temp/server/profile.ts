import { profilePart } from '#server/extensions/profile-parts.ts'
import { AWAY, COUNTING, tempLocation, tempStates } from '../model/temp-location.ts'

const LIST = 'dormitory:tempLocation:list'
const TONES = { active: 'going', overdue: 'refused', closed: 'done' } as const

/** 30 SP: nights elsewhere. */
export default profilePart({
  code: 'dormitory.tempLocation',
  label: '临时外宿',
  order: 35,
  permission: LIST,
  list: studentId => `/dormitory/temp?view=all&studentId=${studentId}`,
  async lines({ db }, studentId) {
    const rows = await db.visibleFor(tempLocation, LIST).all({ studentId, state: [...COUNTING] })
    const nights = rows.reduce((sum, r) => sum + r.nights, 0)
    return [rows.length ? { label: '外宿', value: { text: '{n} 次，{nights} 晚', values: { n: rows.length, nights } } } : null]
  },
  async whereabouts({ db }, studentId) {
    const [away] = await db.visibleFor(tempLocation, LIST).all({ studentId, state: [...AWAY] }, { sort: ['-from'], limit: 1 })
    return away ? { kind: 'away', text: { text: '临时外宿' }, until: away.to, ...(away.state === 'overdue' ? { tone: 'refused' as const } : {}) } : null
  },
  async happened({ db }, studentId, limit) {
    const rows = await db.visibleFor(tempLocation, LIST).all({ studentId, state: Object.keys(TONES) as Array<keyof typeof TONES> }, { sort: ['-from'], limit })
    return rows.map(r => ({ at: r.from, title: { text: '临时外宿' }, note: { text: tempStates.labels[r.state] }, tone: TONES[r.state as keyof typeof TONES] }))
  },
  async notable({ db }, studentId) {
    const [late] = await db.visibleFor(tempLocation, LIST).all({ studentId, state: 'overdue' }, { sort: ['to'], limit: 1 })
    return [late ? { code: 'overdue', title: { text: '外宿逾期未归' }, at: late.to, link: `/dormitory/temp?view=all&studentId=${studentId}` } : null]
  },
})
