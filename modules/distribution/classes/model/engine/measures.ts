import type { Division, Member, Pair, Room } from './types.ts'

/** What a class looks like, beside what an even spread of its grade-major would give it. */
export interface ClassFigures {
  classId: string
  size: number
  males: number
  females: number
  malesIdeal: number
  genderGap: number
  provinces: number
  originGap: number
  minorities: number
  minoritiesIdeal: number
  meanScore: number | null
  majorScore: number | null
}
const MALE = '1'
const FEMALE = '2'
const HAN = '01'
const isMinority = (m: Member): boolean => m.ethnicityCode !== null && m.ethnicityCode !== HAN
const rounded = (x: number): number => Math.round(x * 100) / 100
const mean = (members: readonly Member[]): number | null => {
  const known = members.flatMap(m => m.score ?? [])
  return known.length ? rounded(known.reduce((sum, s) => sum + s, 0) / known.length) : null
}
/** How many of a value a class of this size would have if all were spread evenly. */
const ideal = (of: readonly Member[], size: number, has: (m: Member) => boolean): number => (of.length ? (of.filter(has).length * size) / of.length : 0)
/** Largest distance from the even spread over the values of a trait, in persons. */
function gap(all: readonly Member[], own: readonly Member[], traitOf: (m: Member) => string): number {
  const values = new Set(all.map(traitOf))
  return rounded(Math.max(0, ...[...values].map(value => Math.abs(own.filter(m => traitOf(m) === value).length - ideal(all, own.length, m => traitOf(m) === value)))))
}
/** 30-SN1: each measure of each class; compared are the members who have a class. */
export function figuresOf({ members, classes }: Pick<Division, 'members' | 'classes'>, classOf: (id: string) => string | null | undefined): ClassFigures[] {
  const placed = Map.groupBy(
    members.filter(m => classOf(m.id)),
    m => m.gradeMajorId,
  )
  return classes.map(({ id, gradeMajorId }) => {
    const all = placed.get(gradeMajorId) ?? []
    const own = all.filter(m => classOf(m.id) === id)
    return {
      classId: id,
      size: own.length,
      males: own.filter(m => m.genderCode === MALE).length,
      females: own.filter(m => m.genderCode === FEMALE).length,
      malesIdeal: rounded(ideal(all, own.length, m => m.genderCode === MALE)),
      genderGap: gap(all, own, m => m.genderCode),
      provinces: new Set(own.flatMap(m => m.province ?? [])).size,
      originGap: gap(all, own, m => m.province ?? ''),
      minorities: own.filter(isMinority).length,
      minoritiesIdeal: rounded(ideal(all, own.length, isMinority)),
      meanScore: mean(own),
      majorScore: mean(all),
    }
  })
}
/** Requirements that these seats do not meet. */
export const unmetPairs = (pairs: readonly Pair[], classOf: (id: string) => string | null | undefined): Pair[] =>
  pairs.filter(({ kind, first, second }) => {
    const [a, b] = [classOf(first), classOf(second)]
    return kind === 'together' ? !a || a !== b : Boolean(a) && a === b
  })
export const roomOf = (of: Pick<Room, 'capacity'>, size: number): number => Math.max(0, of.capacity - size)
