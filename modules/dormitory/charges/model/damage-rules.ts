import { type DamageState, damageStates } from './damage.ts'

/** Equal parts of an amount in whole fen; the remainder goes to the first. */
export const partsOf = (total: number, people: number): number[] => Array.from({ length: people }, (_, n) => Math.floor(total / people) + (n < total % people ? 1 : 0))

interface DamageStatus {
  state: DamageState
  objectUntil: string
  paid: number
}
export const mayObject = ({ state, objectUntil }: DamageStatus, now: number): boolean => damageStates.allows({ state }, 'object') && now < Date.parse(objectUntil)
/** Paid amounts are refunded in the fee module; a waiver is final. */
export const mayDecide = ({ state, paid }: DamageStatus): boolean => damageStates.allows({ state }, 'decide') && paid === 0
