import { leavesNow } from '#modules/leave/server/api.ts'
import { tripsNow } from '#modules/outing/server/api.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { type AWAY, nightCase } from '../model/read-actions.ts'

interface Of {
  studentId: string
}
interface Away {
  away: keyof typeof AWAY | null
  awayUntil: string | null
}
/** What is registered of students who are out: the leave or trip that they have not come back from. */
export async function awayNow(db: Db, rows: ReadonlyArray<Of>): Promise<(of: Of) => Away> {
  const ids = rows.map(r => r.studentId)
  const [leaves, trips] = [await leavesNow(db, ids), await tripsNow(db, ids)]
  return ({ studentId }) => {
    const leave = leaves.find(l => l.studentId === studentId)
    const trip = leave ? undefined : trips.find(x => x.studentId === studentId)
    if (leave) return { away: leave.isOverdue ? 'leaveOverdue' : 'leave', awayUntil: leave.until }
    return trip ? { away: trip.isOverdue ? 'tripOverdue' : 'trip', awayUntil: trip.until } : { away: null, awayUntil: null }
  }
}
interface Contact {
  memberId: string | null
  relation: string | null
  name: string | null
  phone: string | null
}
/** People to call about a student; each number once. */
export async function contactsOf(db: Db, studentId: string): Promise<Contact[]> {
  const [own] = await db.visibleFor(student, nightCase.permission).all({ id: studentId })
  const family = await db.unscoped(familyMember).all({ studentId }, { sort: ['createdAt'] }) // of a student within the reader's scope
  const members = family.toSorted((a, b) => Number(b.isGuardian) - Number(a.isGuardian))
  const relations = await itemsOf(db, familyMember.fields.relation.options.dictionary?.code ?? '')
  const all = [
    { memberId: null, relation: null, name: own?.emergencyName ?? null, phone: own?.emergencyPhone ?? null },
    ...members.map(m => ({ memberId: m.id, relation: relations.get(m.relation)?.dictionaryValue ?? null, name: m.name, phone: m.phone })),
  ]
  return all.filter((c, n) => c.phone && all.findIndex(o => o.phone === c.phone) === n)
}
