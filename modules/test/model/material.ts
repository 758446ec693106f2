import { list, shape, text } from '#model'
import type { Content } from './content.ts'
import type { PooledSection } from './draw.ts'
import type { Section } from './paper.ts'

/** A question of a material as it may be drawn: question, version, numbers of options and of right sides, its part of the score, and whether people mark it. */
export interface Part {
  q: string
  v: string
  n: number
  r: number
  w: number
  h?: boolean
}
const need = { required: true } as const
/** What several questions are about, shown above each of them. */
export const materialShape = shape('材料', { stem: text('材料', { ...need, max: 4000 }), pictures: list('图片', text('图片', { ...need, max: 36 }), need) })
export const materialIn = (content: Content | undefined) => (content ? { stem: content.stem, pictures: content.pictures ?? [] } : null)
/** The score of a material over its questions, by what each is worth in the bank; in tenths, and together the whole. */
export function splitScore(score: number, parts: ReadonlyArray<Pick<Part, 'w'>>): number[] {
  const [units, all] = [Math.round(score * 10), parts.reduce((sum, { w }) => sum + w, 0)]
  let [sum, given] = [0, 0]
  return parts.map(({ w }) => {
    sum += w
    const upTo = Math.round((units * sum) / all)
    const own = upTo - given
    given = upTo
    return own / 10
  })
}
/** Questions a candidate answers; where materials differ in number, at most so many. */
export const questionsIn = (sections: readonly Section[], pool: readonly PooledSection[] | null): number =>
  sections.reduce((n, { type, count }, at) => {
    const sizes = type === 'group' ? (pool?.[at]?.from ?? []).map(one => one.parts?.length ?? 1) : []
    return (
      n +
      (sizes.length
        ? sizes
            .toSorted((a, b) => b - a)
            .slice(0, count)
            .reduce((sum, size) => sum + size, 0)
        : count)
    )
  }, 0)
