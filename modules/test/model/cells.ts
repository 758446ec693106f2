import { type Part, splitScore } from './material.ts'
import type { Section } from './paper.ts'
import type { QuestionType } from './question.ts'

/** A reviewed question that may be drawn. */
export interface Available {
  questionId: string
  versionId: string
  bankId: string
  type: QuestionType
  topics: readonly string[]
  difficulty: number
  options: number
  rights: number
  /** Of a material: its questions, in their order. */
  parts?: readonly Part[] | null
}
export interface Cell {
  section: number
  /** 1 to 5, or none where it does not matter. */
  difficulty: number | null
  needed: number
  /** What there must be, so that papers differ. */
  least: number
  available: number
}
/** A material whose score gives each of its questions some. */
const isDivisible = ({ scoreEach }: Section, parts: readonly Part[]): boolean => splitScore(scoreEach, parts).every(score => score > 0)
export const fits = (section: Section, q: Available): boolean =>
  (!q.parts || isDivisible(section, q.parts)) &&
  q.type === section.type &&
  section.bankIds.includes(q.bankId) &&
  (!section.topics?.length || q.topics.some(topic => section.topics?.includes(topic)))
const spreadOf = ({ spread }: Section): ReadonlyArray<readonly [difficulty: number, count: number]> =>
  spread?.some(n => n > 0) ? spread.flatMap((n, i) => (n > 0 ? [[i + 1, n] as const] : [])) : []
/** The cells a section is drawn from: how many of each difficulty, or of all. */
export const drawsOf = (section: Section): ReadonlyArray<{ difficulty: number | null; count: number }> => {
  const spread = spreadOf(section)
  return spread.length ? spread.map(([difficulty, count]) => ({ difficulty, count })) : [{ difficulty: null, count: section.count }]
}
/** 60-OT1: what each cell (type × topics × difficulty) needs and has. What other sections may take of the same questions does not count as there: so no draw can run out. */
export function cellsOf(sections: readonly Section[], all: readonly Available[], times: number): Cell[] {
  const cells = sections.flatMap((section, at) =>
    drawsOf(section).map(({ difficulty, count }) => ({
      ...{ section: at, difficulty, needed: count, least: Math.ceil(count * times) },
      ids: new Set(all.filter(q => fits(section, q) && (difficulty === null || q.difficulty === difficulty)).map(q => q.questionId)),
    })),
  )
  return cells.map(({ ids, ...cell }, i) => {
    const taken = cells.reduce((n, other, j) => n + (j !== i && [...other.ids].some(id => ids.has(id)) ? other.needed : 0), 0)
    return { ...cell, available: Math.max(0, ids.size - taken) }
  })
}
export const totalOf = (sections: readonly Section[]): number => Math.round(sections.reduce((sum, s) => sum + s.count * s.scoreEach, 0) * 10) / 10
