import { type Row, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { familyMember, studyExperience } from '../model/family.ts'

export const MOST_RELATIVES = 12
/** Limit on relatives: hundreds are a mistake in a sheet or script. */
export async function checkFamily(db: Db, draft: Partial<Row<typeof familyMember>>): Promise<void> {
  const count = await db.unscoped(familyMember).count({ studentId: draft.studentId as string }) // all rows of the student, regardless of scope
  if (count >= MOST_RELATIVES) throw refusalOf(familyMember, 'tooMany', { max: MOST_RELATIVES })
}
/** Periods at schools must not overlap; one may start on the day the other ends. */
export async function checkExperience(db: Db, before: Row<typeof studyExperience> | undefined, given: Partial<Row<typeof studyExperience>>): Promise<void> {
  const row = { ...before, ...given }
  const { from, to } = row as { from: string; to: string }
  if (to < from) throw refusalOf(studyExperience, 'spanReversed', { from, to }, 'to')
  const others = await db.unscoped(studyExperience).all({ studentId: row.studentId as string }) // all rows of the student, regardless of scope
  const clash = others.find(o => o.id !== before?.id && o.from < to && from < o.to)
  if (clash) throw refusalOf(studyExperience, 'overlap', { school: clash.school, from: clash.from, to: clash.to }, 'from')
}
