import { type Row, refusalOf } from '#model'
import { isMinor } from '#modules/student/model/age.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { MARKED, type MhResult, mhResult } from '../model/result.ts'
import { GUARDIAN_STATES, mhTurnout, type OWN_STATES, type WORDS } from '../model/turnout.ts'

export type Turnout = Row<typeof mhTurnout>
export const turnoutOf = (db: Db, screeningId: string, studentId: string): Promise<Turnout | undefined> => db.unscoped(mhTurnout).find({ screeningId, studentId }) // the student's own
/** Results of a student in some screenings. */
export const resultsOf = (db: Db, screeningIds: readonly string[], studentId: string): Promise<MhResult[]> =>
  db.unscoped(mhResult).all({ screeningId: [...screeningIds], studentId }) // the student's own
export async function isMinorNow(db: Db, studentId: string): Promise<boolean> {
  const { birthDate } = await db.unscoped(student).one(studentId) // the caller's own
  return isMinor(birthDate, today())
}
/** 50-MH1: an answer needs consent; that of a minor their guardian's, too. */
export async function mustBeAllowed(db: Db, studentId: string, turnout: Turnout | undefined, consent: boolean): Promise<void> {
  if (!consent) throw refusalOf(mhTurnout, 'noConsent', {}, 'consent')
  if (turnout?.guardianState === 'agreed' || !(await isMinorNow(db, studentId))) return
  const { guardianState } = turnout ?? {}
  throw refusalOf(mhTurnout, 'guardian', { state: { text: guardianState ? GUARDIAN_STATES[guardianState] : '还没有请家长同意' } })
}
export const wordsOf = (results: ReadonlyArray<Pick<MhResult, 'isInvalid' | 'state'>>): keyof typeof WORDS =>
  results.some(r => MARKED.includes(r.state)) ? 'talk' : results.some(r => r.isInvalid) ? 'retest' : 'well'
export function stateOf(turnout: Turnout | undefined, results: readonly MhResult[]): keyof typeof OWN_STATES {
  if (turnout?.said === 'refused') return 'refused'
  if (turnout?.said === 'answered') return results.some(r => r.isInvalid) ? 'retest' : 'answered'
  return turnout?.guardianState === 'sent' ? 'guardian' : 'toAnswer'
}
