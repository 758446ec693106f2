import { departmentsOfStudents, hoursFromNow, type LeaveSchool, leaveSchool } from '#modules/leave/testing.ts'

export { approveAs, at, departmentsOfStudents, hoursFromNow } from '#modules/leave/testing.ts'

import type { InputOf, OutputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { outingApplication } from './model/application.ts'
import { goingOut } from './model/going-out.ts'

export { ruleOf } from '#testing/answers.ts'

export type Form = InputOf<typeof outingApplication.apply>
export type Registered = OutputOf<typeof outingApplication.apply>
export interface OutingSchool extends LeaveSchool {
  /** Saturday of the week of `monday`. */
  saturday: string
  trip(id: string): Promise<Row<typeof goingOut>>
  /** Moves a trip to hours from now, bypassing all rules. */
  shift(id: string, outHours: number, backHours: number, more?: Record<string, unknown>): Promise<void>
}
/** A school with lessons on Monday and Wednesday mornings, a point on the map, and a student of 林知夏's class. */
export const outingSchool = fixture(
  'outing',
  leaveSchool,
  async ({ db, tenantId, monday }) => {
    await departmentsOfStudents({ db, tenantId })
    return { saturday: addDays(monday, 5) }
  },
  (school): OutingSchool => ({
    ...school,
    trip: id => school.db.unscoped(goingOut).one(id),
    async shift(id, outHours, backHours, more = {}) {
      await school.db.update(goingOut, id, { outPlanned: hoursFromNow(outHours), backPlanned: hoursFromNow(backHours), ...more })
    },
  }),
)
/** A valid form: Saturday afternoon in the city. */
export const formOf = (s: OutingSchool, more: Partial<Form> = {}): Form => ({
  purpose: 'shopping',
  cantonCode: '110101',
  place: '王府井',
  outPlanned: `${s.saturday}T13:00:00+08:00`,
  backPlanned: `${s.saturday}T20:00:00+08:00`,
  contactPhone: '13812342071',
  transport: 'metro',
  ...more,
})
export const register = (s: OutingSchool, more: Partial<Form> = {}, who: Actor = s.me): Promise<Answer<Registered>> =>
  who.post<Registered>('outing/goingOut/apply', formOf(s, more))
/** Registers successfully. */
export async function registered(s: OutingSchool, more: Partial<Form> = {}, who: Actor = s.me): Promise<string> {
  const answer = await register(s, more, who)
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data.id
}
