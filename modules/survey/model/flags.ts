import { isSilent, type Question } from './question.ts'
import { type Answers, valuesOf } from './walk.ts'

export const FLAGS = { fast: '答得过快', straight: '同一选项答到底', contradiction: '前后矛盾' } as const
export type Flag = keyof typeof FLAGS
/** So many marks in one line make a straight line. */
const STRAIGHT = 5

const marksOf = (q: Question, answer: unknown): string[] => {
  if (q.type === 'scale' || q.type === 'nps') return valuesOf(answer)
  return q.type === 'matrix' && q.cell !== 'multi' ? Object.values((answer ?? {}) as Record<string, unknown>).map(String) : []
}
/** What makes an answer doubtful: a filter of the analysis, never a reason to delete (60-SV9). */
export function flagsOf(path: readonly Question[], answers: Answers, seconds: number | null, secondsEach: number): Flag[] {
  const asked = path.filter(q => !isSilent(q) && !q.prefill)
  const marks = asked.flatMap(q => marksOf(q, answers[q.key]))
  const contradicts = asked.some(q => (q.contradicts ?? []).some(c => valuesOf(answers[q.key]).includes(c.option) && valuesOf(answers[c.question]).includes(c.value)))
  return [
    ...(seconds !== null && seconds < secondsEach * asked.length ? (['fast'] as const) : []),
    ...(marks.length >= STRAIGHT && new Set(marks).size === 1 ? (['straight'] as const) : []),
    ...(contradicts ? (['contradiction'] as const) : []),
  ]
}
