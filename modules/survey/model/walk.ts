import { END, isSilent, type Question, type Rule } from './question.ts'

/** Answers by key of the question. */
export type Answers = Readonly<Record<string, unknown>>

/** An answer as the values a rule compares: option keys, or the text of a number. */
export const valuesOf = (answer: unknown): string[] =>
  answer === null || answer === undefined || answer === '' ? [] : Array.isArray(answer) ? answer.map(String) : [String(answer)]
function holds({ op, value }: Rule, answer: unknown): boolean {
  const values = valuesOf(answer)
  if (op === 'answered') return values.length > 0
  if (op === 'is') return values.includes(value ?? '')
  if (op === 'isNot') return values.length > 0 && !values.includes(value ?? '')
  return values.length === 1 && (op === 'ge' ? Number(values[0]) >= Number(value) : Number(values[0]) <= Number(value))
}
/** Whether a question shows, by the answers to the questions shown before it. */
export function isShown({ showIf, showAny }: Pick<Question, 'showIf' | 'showAny'>, seen: Answers): boolean {
  if (!showIf?.length) return true
  return showAny ? showIf.some(rule => holds(rule, seen[rule.question])) : showIf.every(rule => holds(rule, seen[rule.question]))
}
/** Where a question leads for this answer; undefined: to the next. */
function jumpFrom({ jumps }: Question, answer: unknown): string | undefined {
  const values = valuesOf(answer)
  return jumps?.find(jump => !jump.option || values.includes(jump.option))?.to
}
/**
 * The questions these answers lead through, in order (60-SV3). What is answered to others plays no part. A jump backwards, which the checker refuses, ends the walk, so that
 * it ends for any list.
 */
export function walk(questions: readonly Question[], answers: Answers): Question[] {
  const places = new Map(questions.map((q, i) => [q.key, i]))
  const path: Question[] = []
  const seen: Record<string, unknown> = {}
  for (let i = 0; i < questions.length; ) {
    const q = questions[i] as Question
    const shows = isShown(q, seen)
    if (shows) {
      path.push(q)
      if (!isSilent(q)) seen[q.key] = answers[q.key]
    }
    const to = shows ? jumpFrom(q, answers[q.key]) : undefined
    if (to === END) break
    const next = to === undefined ? i + 1 : (places.get(to) ?? questions.length)
    if (next <= i) break
    i = next
  }
  return path
}
/** The shown questions by page: a page break begins one, titled by itself. */
export function pagesOf(path: readonly Question[]): Question[][] {
  const pages: Question[][] = [[]]
  for (const q of path) {
    if (q.type === 'page' && pages.at(-1)?.length) pages.push([])
    pages.at(-1)?.push(q)
  }
  return pages
}
