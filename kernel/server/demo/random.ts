import { seededRandom } from '#model/random.ts'

/** Draws that are the same for the same seed: a demo school made twice has the same content. */
export interface Random {
  next(): number
  /** Whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}
export function randomOf(seed: number): Random {
  const next = seededRandom(seed)
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: share => next() < share,
  }
}
