import { decimal, entity, integer, ref } from '#model'
import { tenths } from './marking.ts'

const fixed = { required: true, immutable: true } as const
/** What one person gave an answer. An answer marked twice has two rows, or three where they differ too much (60-OT10). */
export const testMark = entity(
  'test.testMark',
  '评分记录',
  {
    answerId: ref('testAnswer', '答案', { ...fixed, isPart: true }),
    markerId: ref('user', '阅卷人', fixed),
    turn: integer('第几评', { ...fixed, min: 1, max: 3 }),
    score: decimal('得分', { required: true, precision: 6, scale: 1 }),
  },
  {
    title: 'turn',
    scope: { user: 'markerId' },
    unique: [
      ['answerId', 'markerId'],
      ['answerId', 'turn'],
    ],
    verbs: [],
  },
)
/** Markers that must be able to read an answer: of a double marking also the third. */
export const markersNeeded = (isDouble: boolean): number => (isDouble ? 3 : 1)
const mean = (a: number, b: number): number => tenths((a + b) / 2)
/** 60-OT10: the score of an answer from its marks in their turn; null while one more is wanted. Two that are near each other count half each. Of three the third counts with the nearer of
 *  the others, with the higher one where both are as near. */
export function decided(marks: readonly number[], isDouble: boolean, full: number, gapPercent: number): number | null {
  const [first, second, third] = marks
  if (first === undefined) return null
  if (!isDouble) return first
  if (second === undefined) return null
  if (Math.abs(first - second) <= (full * gapPercent) / 100 + 1e-9) return mean(first, second)
  if (third === undefined) return null
  const [low, high] = [Math.min(first, second), Math.max(first, second)]
  return mean(third, third - low < high - third - 1e-9 ? low : high)
}
