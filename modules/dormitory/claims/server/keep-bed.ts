import { studentsOf } from '#modules/student/server/api.ts'
import type { Ctx } from '#server/context.ts'
import { dormBed } from '../../places/model/places.ts'
import { arrange } from '../../stays/server/api.ts'

/** Shown to whoever manages beds; it does not say why somebody needs one. */
const KEPT = '迎新预留'
interface Keeping {
  studentId: string
  bedId: string
  moveIn: string
  /** End of the last round that might offer it; without, the bed is like any other. */
  until: string | null
}
/** 30-WD4: gives a bed to a student by hand and, where asked, locks it, so that no round offers it whatever becomes of the stay. A bed that was kept for somebody else before may be given again. */
export async function keepBed({ db, me }: Pick<Ctx, 'db' | 'me'>, { studentId, bedId, moveIn, until }: Keeping): Promise<void> {
  // students before beds, as all who arrange stays
  await studentsOf(db, [studentId], { lock: true })
  const bed = await db.visibleFor(dormBed, 'dormitory:dormBed:list').lock(bedId)
  if (bed.lockReason === KEPT) await db.update(dormBed, bedId, { lockReason: null, lockedUntil: null, lockedAt: null, lockedBy: null })
  await arrange(db, [{ studentId, bedId, kind: 'main', source: 'manual', plannedIn: moveIn }])
  if (until && Date.parse(until) > Date.now()) await db.update(dormBed, bedId, { lockReason: KEPT, lockedUntil: until, lockedAt: new Date().toISOString(), lockedBy: me.userId })
}
