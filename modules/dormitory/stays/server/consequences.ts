import { consequence } from '#server/extensions/consequences.ts'
import { mayLive } from '../model/rules.ts'
import { dormStay } from '../model/stay.ts'
import { bedsOf } from './beds.ts'

/** 30-SC2: the beds of somebody who may not live here any more; the building managers are asked to check them out (20-DR5). */
export default consequence({
  code: 'dormitory.beds',
  order: 20,
  async of(db, { studentId, to }) {
    if (mayLive(to.status)) return []
    const stays = await db.unscoped(dormStay).all({ studentId, isOpen: true }) // whoever decides on the student is told of the bed
    const beds = await bedsOf(
      db,
      stays.map(s => s.bedId),
    )
    return stays.map(s => ({ label: '退宿', value: beds.get(s.bedId)?.fullName ?? '—', tone: 'attention' as const }))
  },
})
