import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { familyMember } from '../model/family.ts'
import { student } from '../model/student.ts'
import { afterUpdate, patchFaults, type Values } from './record.ts'
import { MOST_RELATIVES } from './relatives.ts'

type Told = Partial<Pick<Row<typeof student>, 'email' | 'homeAddress' | 'postcode' | 'emergencyName' | 'emergencyPhone' | 'politicalCode' | 'healthCode' | 'hukouAddress'>>
type Relative = Pick<Row<typeof familyMember>, 'relation' | 'name' | 'phone' | 'employer' | 'isGuardian'>
/** 30-WI4: what a student has told before enrolment goes into the record, and relatives whom it does not have. A value that the record refuses stays out. */
export async function takeInformation(db: Db, studentId: string, told: Told, relatives: readonly Relative[]): Promise<void> {
  const before = await db.unscoped(student).lock(studentId) // whoever calls has it from the student
  const patch: Values = Object.fromEntries(Object.entries(told).filter(([name, value]) => value != null && value !== before[name as keyof Told]))
  for (const { field } of await patchFaults(db, before, { ...patch })) if (field) delete patch[field as keyof Told]
  if (Object.keys(patch).length) {
    const after = await db.sourced('welcome').update(student, studentId, patch)
    await afterUpdate(db, before, after, 'welcome')
  }
  const known = await db.unscoped(familyMember).count({ studentId }) // as above
  await db.insertMany(
    familyMember,
    relatives.slice(0, Math.max(0, MOST_RELATIVES - known)).map(relative => ({ studentId, ...relative })),
    { skipExisting: true },
  )
}
