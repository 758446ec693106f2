import type { StudentOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type AttentionCase, isSevere } from '../../attention/model/attention-case.ts'
import { psychologists } from '../../attention/server/api.ts'
import type { HandoverReason } from '../model/handover.ts'

interface Handed {
  reason: HandoverReason
  who: StudentOf
  row: Pick<AttentionCase, 'level' | 'ownerId' | 'backupId'>
}
const firstOf = (...sets: readonly string[][]): string[] => sets.find(people => people.length) ?? []
/**
 * Who signs, by what is true today: the counsellor the student has now; the college while the student is away; the centre after the return. Of whoever has left severe cases
 * stay with those who have them, until a hospital or a family takes over, the others with the college. Where nobody holds the place it is whoever had the case.
 */
export async function receiversOf(db: Db, handed: readonly Handed[]): Promise<string[][]> {
  const students = handed.map(h => h.who)
  const [fdy, college, centre] = [await staffOfAll(db, students, 'fdy'), await staffOfAll(db, students, 'college'), await psychologists(db)]
  return handed.map(({ reason, row }, n) => {
    const [counsellors, managers] = [fdy[n] ?? [], college[n] ?? []]
    const keepers = [row.ownerId, row.backupId].flatMap(id => id ?? [])
    if (reason === 'returned') return centre
    if (reason === 'left') return isSevere(row.level) ? firstOf(keepers, centre) : firstOf(managers, keepers)
    return reason === 'suspended' ? firstOf(managers, counsellors, keepers) : firstOf(counsellors, managers, keepers)
  })
}
