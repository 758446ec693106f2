import { type InputOf, Refusal, type Row, refusalOf } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import type { Plan } from '#modules/outing/server/api.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { applyStay } from '../../model/holiday/actions.ts'
import { HOLDING, holidayStay, holidayStayStates } from '../../model/holiday/holiday-stay.ts'
import { stayProblems, type Violation } from '../../model/holiday/rules.ts'
import type { Resident } from './people.ts'

export type HolidayStay = Row<typeof holidayStay>
export type Form = Omit<InputOf<typeof applyStay>, 'planId'>

/** All violations of this stay. */
export async function problemsOf(db: Db, plan: Plan, who: Resident, form: Pick<Form, 'from' | 'to' | 'reason' | 'guardianName' | 'guardianPhone'>): Promise<Violation[]> {
  const reasonName = (await itemsOf(db, holidayStayReason.code)).get(form.reason)?.dictionaryValue ?? form.reason
  const { guardianName = null, guardianPhone = null, ...rest } = form
  return stayProblems({ ...rest, guardianName, guardianPhone }, { plan, who, reasonName, plannedOut: who.plannedOut, hasBed: who.stayId !== null })
}
/** One refusal listing every violated rule. */
export function refuseWith(problems: readonly Violation[]): void {
  if (problems.length)
    throw new Refusal(
      422,
      problems.flatMap(p => refusalOf(holidayStay, p.key, p.values, p.field).issues),
    )
}
/** One application per student; the unique index catches concurrent requests. */
export async function refuseTwice(db: Db, plan: Plan, studentId: string, exceptId: string | null): Promise<void> {
  const found = await db.unscoped(holidayStay).find({ planId: plan.id, studentId, state: HOLDING }) // the student's own rows
  if (found && found.id !== exceptId) throw refusalOf(holidayStay, 'twice', { name: plan.name, stayNo: found.stayNo, state: holidayStayStates.labels[found.state] })
}
/** Student fields copied to a stay. */
export const copyOf = (who: Resident) => ({ studentId: who.id, departmentId: who.departmentId, classId: who.classId, dormId: who.dormId })
