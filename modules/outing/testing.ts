import sql from 'sql-template-tag'
import { type LeaveSchool, leaveSchool } from '#modules/leave/testing.ts'

export { approveAs, at, hoursFromNow } from '#modules/leave/testing.ts'

import type { InputOf, OutputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { registerOuting } from './model/actions.ts'
import { goingOut } from './model/going-out.ts'

export type Form = InputOf<typeof registerOuting>
export type Registered = OutputOf<typeof registerOuting>
export interface OutingSchool extends LeaveSchool {
  /** Saturday of the week of `monday`. */
  saturday: string
  trip(id: string): Promise<Row<typeof goingOut>>
  /** Moves a trip to hours from now, bypassing all rules. */
  shift(id: string, outHours: number, backHours: number, more?: Record<string, unknown>): Promise<void>
}
/** A school with lessons on Monday and Wednesday mornings, a point on the map, and a student of 林知夏's class. */
export async function outingSchool(): Promise<OutingSchool> {
  const school = await leaveSchool()
  await school.db.query(
    sql`update sys_user u set department_id = s.department_id from student s where u.tenant_id = ${school.tenantId} and s.tenant_id = u.tenant_id and s.id = u.student_id`,
  )
  const trip = (id: string) => school.db.unscoped(goingOut).one(id)
  const hours = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString()
  return {
    ...school,
    saturday: addDays(school.monday, 5),
    trip,
    async shift(id, outHours, backHours, more = {}) {
      await school.db.update(goingOut, id, { outPlanned: hours(outHours), backPlanned: hours(backHours), ...more })
    },
  }
}
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
  who.post<Registered>('outing/goingOut/register', formOf(s, more))
/** Registers successfully. */
export async function registered(s: OutingSchool, more: Partial<Form> = {}, who: Actor = s.me): Promise<string> {
  const answer = await register(s, more, who)
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`)
  return answer.data.id
}
export const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule.split('.').at(-1)
