import { expect } from 'vitest'
import type { OutputOf } from '#model'
import type { Actor, Answer } from '#testing/school.ts'
import { approveAs, type StandingSchool } from '../testing.ts'
import type { infoApplication } from './model/application.ts'
import { fieldPolicy, type PolicyField } from './model/field-policy.ts'

export type CreatedApplication = OutputOf<typeof infoApplication.apply>
/** Where changes are applied for. */
export const AT = 'standing/infoChange'
export const apply = (who: Actor, form: object): Promise<Answer<CreatedApplication>> => who.post<CreatedApplication>(`${AT}/apply`, form)
/** The same for one that must be possible. */
export async function applied(who: Actor, form: object): Promise<CreatedApplication> {
  const answer = await apply(who, form)
  expect([answer.code, answer.msg]).toEqual([200, '成功'])
  return answer.data
}
/** Approved by these; the answer of the last. */
export async function approvedBy(made: CreatedApplication, people: readonly Actor[]): Promise<Answer<unknown> | undefined> {
  let last: Answer<unknown> | undefined
  for (const who of people) last = await approveAs(who, made.instanceId)
  return last
}
export async function setPolicy(s: StandingSchool, field: PolicyField, patch: object): Promise<Answer<unknown>> {
  const row = await s.db.unscoped(fieldPolicy).find({ field })
  return s.officer.post('standing/fieldPolicy/update', { id: row?.id, version: row?.version, ...patch })
}
