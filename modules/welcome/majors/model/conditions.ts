import type { Wording } from '#model'

/** 30-WM1: what is asked of whoever wants a major. */
export const CONDITIONS = { level: '层次相同', category: '科类相同', score: '分数达到', special: '不是特殊类型' } as const
export type Condition = keyof typeof CONDITIONS
export const ALL_CONDITIONS = Object.keys(CONDITIONS) as Condition[]

/** Of the roll. */
interface Wishing {
  level: string | null
  category: string | null
  batch: string | null
  province: string
  score: number | null
  planNature: string | null
}
/** Who was admitted to a major, of one province, batch and category: the lowest score. */
export interface AdmittedLine {
  gradeMajorId: string
  province: string
  batch: string | null
  category: string | null
  lowest: number | null
}
export interface Judged {
  condition: Condition
  isMet: boolean
  /** Both values, for whoever is refused to compare. */
  own: readonly Wording[]
  wanted: readonly Wording[]
}
/** Labels of the codes. */
export interface Words {
  level(code: string | null): Wording
  category(code: string | null): Wording
  batch(code: string | null): Wording
  planNature(code: string | null): Wording
}
const ARTS: readonly (string | null)[] = ['2', '6']
const SINGLE_EXAM = '3'
const BOUND: readonly (string | null)[] = ['1', '5']
const NONE: Wording = { text: '没有' }
const ORDINARY: Wording = { text: '普通类' }

/** Directed and joint programmes, arts and sports, and single exams are admitted to their majors only. */
function specialOf({ category, batch, planNature }: Wishing, words: Words): Wording | undefined {
  if (BOUND.includes(planNature)) return words.planNature(planNature)
  if (ARTS.includes(category)) return words.category(category)
  return batch === SINGLE_EXAM ? words.batch(batch) : undefined
}
/** 30-WM1: each condition with both values. Where nobody of the same province and batch was admitted there is no line to reach. */
export function judge(who: Wishing, target: { id: string; level: string }, lines: readonly AdmittedLine[], words: Words): Judged[] {
  const near = lines.filter(l => l.gradeMajorId === target.id && l.province === who.province && l.batch === who.batch)
  const scores = near.flatMap(l => l.lowest ?? [])
  const lowest = scores.length ? Math.min(...scores) : null
  const categories = [...new Set(near.map(l => l.category))]
  const special = specialOf(who, words)
  return [
    { condition: 'level', isMet: who.level === target.level, own: [words.level(who.level)], wanted: [words.level(target.level)] },
    {
      ...{ condition: 'category', isMet: categories.includes(who.category), own: [words.category(who.category)] },
      wanted: categories.length ? categories.map(words.category) : [NONE],
    },
    {
      ...{ condition: 'score', isMet: lowest !== null && who.score !== null && who.score >= lowest },
      ...{ own: [who.score === null ? NONE : String(who.score)], wanted: [lowest === null ? NONE : String(lowest)] },
    },
    { condition: 'special', isMet: special === undefined, own: [special ?? ORDINARY], wanted: [ORDINARY] },
  ]
}
