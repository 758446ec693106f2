import { DAY_MS } from '#model/days.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { goingOut, outingStates } from '../model/going-out.ts'

const LIST = 'outing:goingOut:list'
/** Days that the section counts. */
const SPAN = 90
const TONES = { out: 'going', overdue: 'refused', back: 'done' } as const

/** 30 SP: trips that took place or are under way. */
export default profilePart({
  code: 'outing.goingOut',
  label: '外出',
  order: 40,
  permission: LIST,
  list: studentId => `/outing/trips?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const since = new Date(Date.now() - SPAN * DAY_MS).toISOString()
    const rows = await db.visibleFor(goingOut, LIST).all({ studentId, state: ['out', 'overdue', 'back'], 'outPlanned.ge': since })
    return [rows.length ? { label: '近 90 天外出', value: { text: '{n} 次', values: { n: rows.length } } } : null]
  },
  async whereabouts({ db }, studentId) {
    const [away] = await db.visibleFor(goingOut, LIST).all({ studentId, state: ['out', 'overdue'] }, { sort: ['-outPlanned'], limit: 1 })
    const tone = away?.state === 'overdue' ? { tone: 'refused' as const } : {}
    return away ? { kind: 'away', text: { text: '外出到{place}', values: { place: away.place } }, until: away.backPlanned, ...tone } : null
  },
  async happened({ db }, studentId, limit) {
    const rows = await db.visibleFor(goingOut, LIST).all({ studentId, state: Object.keys(TONES) as Array<keyof typeof TONES> }, { sort: ['-outPlanned'], limit })
    return rows.map(r => ({
      at: r.outAt ?? r.outPlanned,
      title: { text: '外出到{place}', values: { place: r.place } },
      note: { text: outingStates.labels[r.state] },
      tone: TONES[r.state as keyof typeof TONES],
    }))
  },
  async notable({ db }, studentId) {
    const [late] = await db.visibleFor(goingOut, LIST).all({ studentId, state: 'overdue' }, { sort: ['backPlanned'], limit: 1 })
    return [late ? { code: 'overdue', title: { text: '外出逾期未归' }, at: late.backPlanned, link: `/outing/trips?studentId=${studentId}` } : null]
  },
})
