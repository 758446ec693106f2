import { profilePart } from '#server/extensions/profile-parts.ts'
import { goingOut, outingStates } from '../model/going-out.ts'

const LIST = 'outing:goingOut:list'
const TONES = { out: 'going', overdue: 'refused', back: 'done' } as const

/** 30 SP: trips that took place or are under way. */
export default profilePart({
  code: 'outing.goingOut',
  label: '外出',
  permission: LIST,
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
    return [late ? { title: { text: '外出逾期未归' }, at: late.backPlanned, link: `/outing/trips?studentId=${studentId}` } : null]
  },
})
