import type { InputOf, Row } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import type { Plan } from '#modules/outing/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { stayApplication } from '../model/application.ts'
import { HOLDING, holidayStay, holidayStayStates } from '../model/holiday-stay.ts'
import { stayProblems } from '../model/rules.ts'
import type { Resident } from './people.ts'

export type HolidayStay = Row<typeof holidayStay>
export type Form = Omit<InputOf<typeof stayApplication.apply>, 'planId'>

/** All violations of this stay. */
export async function problemsOf(db: Db, plan: Plan, who: Resident, form: Pick<Form, 'from' | 'to' | 'reason' | 'guardianName' | 'guardianPhone'>): Promise<Violation[]> {
  const reasonName = (await itemsOf(db, holidayStayReason.code)).get(form.reason)?.dictionaryValue ?? form.reason
  const { guardianName = null, guardianPhone = null, ...rest } = form
  return stayProblems({ ...rest, guardianName, guardianPhone }, { plan, who, reasonName, plannedOut: who.plannedOut, hasBed: who.stayId !== null })
}
/** One application per student; the lock on the student serializes concurrent requests. */
export async function twiceProblems(db: Db, plan: Plan, studentId: string): Promise<Violation[]> {
  const found = await db.unscoped(holidayStay).find({ planId: plan.id, studentId, state: HOLDING }) // the student's own rows
  return found ? [{ key: 'twice', values: { name: plan.name, stayNo: found.stayNo, state: holidayStayStates.labels[found.state] } }] : []
}
/** Student fields copied to a stay. */
export const copyOf = (who: Resident) => ({ studentId: who.id, departmentId: who.departmentId, classId: who.classId, dormId: who.dormId })
