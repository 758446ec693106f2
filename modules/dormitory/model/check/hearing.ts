import type { ViolationState } from './violation.ts'

export interface Heard {
  state: ViolationState
  askedAt: string | null
  statementDue: string | null
  heardAs: string | null
}
export type ViolationVerb = 'ask' | 'state' | 'waive' | 'confirm' | 'dismiss' | 'refer' | 'seize' | 'giveBack'

/** 20-DI6: actions permitted in a state; no decision before the student was asked and has answered or let the deadline pass. */
export function mayBe(verb: ViolationVerb, { state, askedAt, heardAs }: Heard): boolean {
  const isOpen = state === 'recorded' || state === 'heard'
  if (verb === 'ask') return state === 'recorded' && askedAt === null
  if (verb === 'state' || verb === 'waive') return state === 'recorded' && askedAt !== null
  if (verb === 'confirm') return state === 'heard' && askedAt !== null && heardAs !== null
  if (verb === 'dismiss') return isOpen
  if (verb === 'refer') return state === 'confirmed'
  return true
}
/** The deadline for a statement has passed. */
export const isExpired = ({ state, statementDue }: Heard, now: number): boolean => state === 'recorded' && statementDue !== null && Date.parse(statementDue) <= now
