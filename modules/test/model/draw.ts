import { seededRandom, shuffled } from '#model/random.ts'
import { type Available, drawsOf, fits } from './cells.ts'
import { type Part, splitScore } from './material.ts'
import type { Section } from './paper.ts'

/** A question that may be drawn: question, version, difficulty, numbers of options and of right sides. */
export interface Pooled {
  q: string
  v: string
  d: number
  n: number
  r: number
  /** Always drawn. */
  must?: true
  /** Of a material: its questions, which stay together in their order. */
  parts?: readonly Part[]
}
export interface PooledSection {
  score: number
  draws: Array<{ d: number | null; n: number }>
  from: Pooled[]
}
/** A key that tells nothing, and the place of the option it stands for. */
export type Keyed = [key: string, at: number]
/** A question of a candidate's form: section, score, options and right sides in the order they are shown. */
export interface Item {
  q: string
  v: string
  s: number
  m: number
  o: Keyed[]
  r: Keyed[]
  /** Version of the material that it belongs to. */
  g?: string
}
export interface Form {
  items: Item[]
}
export const formIn = ({ form }: { form: Form | null }): Form => form ?? { items: [] }
/** What a paper draws from, as it is frozen at its publication. */
export function poolOf(sections: readonly Section[], all: readonly Available[]): PooledSection[] {
  return sections.map(section => {
    const must = new Set(section.mustIds ?? [])
    const from = all
      .filter(q => fits(section, q))
      .map(
        (q): Pooled => ({
          ...{ q: q.questionId, v: q.versionId, d: q.difficulty, n: q.options, r: q.rights },
          ...(q.parts ? { parts: q.parts } : {}),
          ...(must.has(q.questionId) ? { must: true } : {}),
        }),
      )
    return { score: section.scoreEach, draws: drawsOf(section).map(({ difficulty, count }) => ({ d: difficulty, n: count })), from }
  })
}
/** Draws so many of each cell, those that must be there first, and none twice in a paper. */
export function drawn(pool: readonly PooledSection[], seed: number): Pooled[][] {
  const random = seededRandom(seed)
  const taken = new Set<string>()
  const take = (from: readonly Pooled[], most: number): Pooled[] => {
    const got = from.filter(one => !taken.has(one.q)).slice(0, most)
    for (const one of got) taken.add(one.q)
    return got
  }
  const musts = pool.map(({ from }) =>
    take(
      from.filter(one => one.must),
      from.length,
    ),
  )
  return pool.map(({ draws, from }, at) => {
    const must = musts[at] ?? []
    const order = shuffled(from, random)
    const rest = draws.flatMap(({ d, n }) => {
      const fit = (one: Pooled) => d === null || one.d === d
      return take(order.filter(fit), Math.max(0, n - must.filter(fit).length))
    })
    return [...must, ...rest]
  })
}
/** A pool of exactly these questions: the paper is the same for everybody. */
export const settledPool = (pool: readonly PooledSection[], chosen: readonly Pooled[][]): PooledSection[] =>
  pool.map(({ score }, at) => ({ score, draws: [], from: (chosen[at] ?? []).map(one => ({ ...one, must: true as const })) }))
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const KEY_LENGTH = 5
/** The form of one attempt: the same for the same seed. */
export function formOf(pool: readonly PooledSection[], seed: number, { shuffleQuestions, shuffleOptions }: { shuffleQuestions: boolean; shuffleOptions: boolean }): Form {
  const chosen = drawn(pool, seed)
  const random = seededRandom(seed ^ 0x5bd1e995)
  const used = new Set<string>()
  const key = (): string => {
    const made = Array.from({ length: KEY_LENGTH }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join('')
    if (used.has(made)) return key()
    used.add(made)
    return made
  }
  const keyed = (n: number, isShuffled: boolean): Keyed[] => {
    const places = Array.from({ length: n }, (_, i) => i)
    return (isShuffled ? shuffled(places, random) : places).map(at => [key(), at])
  }
  const items = chosen.flatMap((section, s) => {
    const order = shuffleQuestions ? shuffled(section, random) : section
    const score = pool[s]?.score ?? 0
    const item = ({ q, v, n, r }: Pick<Pooled, 'q' | 'v' | 'n' | 'r'>, m: number): Item => ({ q, v, s, m, o: keyed(n, shuffleOptions && r === 0 && n > 2), r: keyed(r, true) })
    return order.flatMap(one => {
      if (!one.parts) return [item(one, score)]
      const scores = splitScore(score, one.parts)
      return one.parts.map((part, at) => ({ ...item(part, scores[at] ?? 0), g: one.v }))
    })
  })
  return { items }
}
