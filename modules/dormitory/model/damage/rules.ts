import type { DamageState } from './damage.ts'

/** Equal parts of a sum in whole fen; the first bear what does not divide. */
export const partsOf = (total: number, people: number): number[] => Array.from({ length: people }, (_, n) => Math.floor(total / people) + (n < total % people ? 1 : 0))

interface Standing {
  state: DamageState
  objectUntil: string
  paid: number
}
export const mayObject = ({ state, objectUntil }: Standing, now: number): boolean => state === 'told' && now < Date.parse(objectUntil)
/** What was paid is given back where the fees are; what is waived stays so. */
export const mayDecide = ({ state, paid }: Standing): boolean => state !== 'waived' && paid === 0
