/** Students without a bed, and free beds. */
export interface Seeker {
  studentId: string
  classId: string | null
  genderCode: string
}
export interface Offer {
  bedId: string
  roomId: string
  genderCode: string | null
  /** Classes that may use the room; unset for everybody. */
  mayUse: (seeker: Seeker) => boolean
  /** Classes already living in the room. */
  classIds: ReadonlySet<string>
}
/** Why a bed was given: classmates live there, a room of their own, or what was left. */
type PlacedBy = 'sameClass' | 'emptyRoom' | 'anyRoom'
export interface Place {
  bedId: string
  by: PlacedBy
}
/** Assigns beds to the remaining students: class by class, first where the class already lives, then room after room, to keep it together. Deterministic. */
export function placeLeft(seekers: readonly Seeker[], offers: readonly Offer[]): Map<string, Place> {
  const given = new Map<string, Place>()
  const used = new Set<string>()
  const lives = new Map<string, Set<string>>(offers.map(o => [o.roomId, new Set(o.classIds)]))
  const order = [...seekers].sort((a, b) => (a.classId ?? '').localeCompare(b.classId ?? '') || a.studentId.localeCompare(b.studentId))
  for (const who of order) {
    const may = offers.filter(o => !used.has(o.bedId) && o.genderCode === who.genderCode && o.mayUse(who))
    const [same, empty] = [may.find(o => who.classId !== null && lives.get(o.roomId)?.has(who.classId)), may.find(o => !lives.get(o.roomId)?.size)]
    const bed = same ?? empty ?? may[0]
    if (!bed) continue
    given.set(who.studentId, { bedId: bed.bedId, by: same ? 'sameClass' : empty ? 'emptyRoom' : 'anyRoom' })
    used.add(bed.bedId)
    if (who.classId) lives.get(bed.roomId)?.add(who.classId)
  }
  return given
}
