import { MEASURES, type Measure } from '../plan.ts'
import type { Member, Pair, Room } from './types.ts'

/** Members by one trait: how many of each value a class has, and how many an even spread would give it. */
export interface Trait {
  measure: Measure
  traitOf: Int32Array
  values: number
  counts: Int32Array[]
  ideals: Float64Array[]
}
const TRAITS = { gender: (m: Member) => m.genderCode, origin: (m: Member) => m.province ?? '', ethnicity: (m: Member) => m.ethnicityCode ?? '' } as const
const OUT = -1

/** One grade-major while it is being spread: who sits in which class, with the counts that the exchanges change. */
export class Groups {
  readonly members: readonly Member[]
  readonly classes: readonly Room[]
  /** Class of each member, -1 for none. */
  readonly classOf: Int32Array
  readonly isFixed: Uint8Array
  readonly sizes: Int32Array
  /** How many each class shall have. */
  readonly targets: Int32Array
  readonly traits: Trait[]
  /** Distance of a member's score from the mean, in standard deviations. */
  readonly scores: Float64Array
  readonly scoreSums: Float64Array
  readonly partners: ReadonlyArray<ReadonlyArray<{ other: number; isTogether: boolean }>>
  readonly weights: Readonly<Record<Measure, number>>

  constructor(members: readonly Member[], classes: readonly Room[], pairs: readonly Pair[], balance: readonly Measure[]) {
    const at = new Map(classes.map((c, n) => [c.id, n]))
    this.members = members
    this.classes = classes
    this.isFixed = Uint8Array.from(members, m => (m.fixed === undefined ? 0 : 1))
    this.classOf = new Int32Array(members.length).fill(OUT)
    this.sizes = new Int32Array(classes.length)
    this.targets = targetsOf(members, classes, at)
    this.traits = (Object.keys(TRAITS) as Array<keyof typeof TRAITS>).map(measure => this.traitOf(measure))
    this.scores = scoresOf(members)
    this.scoreSums = new Float64Array(classes.length)
    this.partners = partnersOf(members, pairs)
    this.weights = weightsOf(balance)
    for (const [n, m] of members.entries()) if (m.fixed) this.seat(n, at.get(m.fixed) ?? OUT)
  }
  /** Puts a member who sits nowhere into a class. */
  seat(n: number, c: number): void {
    if (c < 0) return
    this.classOf[n] = c
    this.count(n, c, 1)
  }
  exchange(i: number, j: number): void {
    const [c, d] = [this.classOf[i] as number, this.classOf[j] as number]
    this.count(i, c, -1)
    this.count(j, d, -1)
    this.seat(i, d)
    this.seat(j, c)
  }
  private count(n: number, c: number, by: number): void {
    this.sizes[c] = (this.sizes[c] as number) + by
    this.scoreSums[c] = (this.scoreSums[c] as number) + by * (this.scores[n] as number)
    for (const { counts, traitOf } of this.traits) {
      const of = counts[c] as Int32Array
      const value = traitOf[n] as number
      of[value] = (of[value] as number) + by
    }
  }
  private traitOf(measure: keyof typeof TRAITS): Trait {
    const names = [...new Set(this.members.map(TRAITS[measure]))].sort()
    const index = new Map(names.map((name, n) => [name, n]))
    const traitOf = Int32Array.from(this.members, m => index.get(TRAITS[measure](m)) ?? 0)
    const totals = new Float64Array(names.length)
    for (const value of traitOf) totals[value] = (totals[value] as number) + 1
    const ideals = Array.from(this.targets, target => totals.map(total => (total * target) / Math.max(1, this.members.length)))
    return { measure, traitOf, values: names.length, counts: this.classes.map(() => new Int32Array(names.length)), ideals }
  }
}
/** Even sizes within the capacities; who is fixed stays even where there are more. */
function targetsOf(members: readonly Member[], classes: readonly Room[], at: ReadonlyMap<string, number>): Int32Array {
  const targets = new Int32Array(classes.length)
  let left = 0
  for (const { fixed } of members) {
    const c = fixed ? at.get(fixed) : undefined
    if (c !== undefined) targets[c] = (targets[c] as number) + 1
    else if (fixed === undefined) left++
  }
  for (; left > 0; left--) {
    let smallest = OUT
    for (const [c, { capacity }] of classes.entries())
      if ((targets[c] as number) < capacity && (smallest < 0 || (targets[c] as number) < (targets[smallest] as number))) smallest = c
    if (smallest < 0) break
    targets[smallest] = (targets[smallest] as number) + 1
  }
  return targets
}
function scoresOf(members: readonly Member[]): Float64Array {
  const known = members.flatMap(m => m.score ?? [])
  const mean = known.reduce((sum, s) => sum + s, 0) / Math.max(1, known.length)
  const spread = Math.sqrt(known.reduce((sum, s) => sum + (s - mean) ** 2, 0) / Math.max(1, known.length)) || 1
  return Float64Array.from(members, m => (m.score === null ? 0 : (m.score - mean) / spread))
}
function partnersOf(members: readonly Member[], pairs: readonly Pair[]): Array<Array<{ other: number; isTogether: boolean }>> {
  const at = new Map(members.map((m, n) => [m.id, n]))
  const partners: Array<Array<{ other: number; isTogether: boolean }>> = members.map(() => [])
  for (const { kind, first, second } of pairs.toSorted((a, b) => (`${a.first}${a.second}` < `${b.first}${b.second}` ? -1 : 1))) {
    const [a, b] = [at.get(first), at.get(second)]
    if (a === undefined || b === undefined) continue
    partners[a]?.push({ other: b, isTogether: kind === 'together' })
    partners[b]?.push({ other: a, isTogether: kind === 'together' })
  }
  return partners
}
/** A measure counts as much as all that stand behind it. */
const weightsOf = (balance: readonly Measure[]): Record<Measure, number> =>
  Object.fromEntries(Object.keys(MEASURES).map(name => [name, balance.includes(name as Measure) ? 20 ** (3 - balance.indexOf(name as Measure)) : 0])) as Record<Measure, number>
