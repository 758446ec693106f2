import type { Measure } from '../plan.ts'

/** What the engine is told of a student. */
export interface Member {
  id: string
  gradeMajorId: string
  genderCode: string
  /** First two digits of the place of origin. */
  province: string | null
  ethnicityCode: string | null
  score: number | null
  /** Where a student stays, who was there before or was put there by hand; `null` keeps them out. */
  fixed?: string | null
}
export interface Room {
  id: string
  gradeMajorId: string
  capacity: number
}
export interface Pair {
  kind: 'together' | 'apart'
  first: string
  second: string
}
export interface Division {
  members: readonly Member[]
  classes: readonly Room[]
  pairs: readonly Pair[]
  balance: readonly Measure[]
  seed: number
}
export type Seats = Map<string, string | null>
