import { type ViolationState, violationStates } from './violation.ts'

export interface HearingStatus {
  state: ViolationState
  askedAt: string | null
  statementDue: string | null
  heardAs: string | null
}
export type ViolationVerb = 'ask' | 'state' | 'waive' | 'confirm' | 'dismiss' | 'refer' | 'seize' | 'giveBack'

/** 20-DI6: actions permitted in a state; no decision before the student was asked and has answered or let the deadline pass. */
export function mayBe(verb: ViolationVerb, { state, askedAt, heardAs }: HearingStatus): boolean {
  if (verb === 'seize' || verb === 'giveBack') return true
  if (!violationStates.allows({ state }, verb)) return false
  if (verb === 'ask') return askedAt === null
  if (verb === 'state' || verb === 'waive') return askedAt !== null
  return verb !== 'confirm' || (askedAt !== null && heardAs !== null)
}
