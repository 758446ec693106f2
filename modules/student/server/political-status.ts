import { type Db, on } from '#server/context.ts'
import { student } from '../model/student.ts'
import { afterUpdate } from './record.ts'

interface MemberChanged {
  studentId: string
  partyStage: string
  /** Why the member left the league, if so. */
  left?: string
}
/** Codes of GB/T 4762. Who moves to the league of another place stays a member of it. */
function statusOf({ partyStage, left }: MemberChanged): string {
  if (partyStage === 'full') return '01'
  if (partyStage === 'probationary') return '02'
  return left && !['transfer', 'graduation'].includes(left) ? '13' : '03'
}
/** Political status stands in the student record only; the league's roster changes it. */
async function follow(db: Db, changed: MemberChanged): Promise<void> {
  const before = await db.unscoped(student).lock(changed.studentId) // told by the league's roster
  const politicalCode = statusOf(changed)
  if (before.politicalCode === politicalCode) return
  const after = await db.sourced('league').update(student, before.id, { politicalCode })
  await afterUpdate(db, before, after, 'league')
}
export default on('league.memberChanged', 'student.political', ({ db }, payload) => follow(db, payload as unknown as MemberChanged))
