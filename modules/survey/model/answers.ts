import { fieldProblem } from './answer-values.ts'
import { isSilent, numbersOf, type Question, textKey } from './question.ts'
import { type Answers, walk } from './walk.ts'

export const ANSWER_PROBLEMS = {
  missing: '没有回答',
  option: '选项不存在',
  exclusive: '“{option}”不能与其他选项一起选',
  few: '至少选 {min} 项',
  most: '最多选 {max} 项',
  short: '至少 {min} 个字',
  long: '最多 {max} 个字，现在 {n} 个',
  number: '请填数字',
  small: '不能小于 {min}',
  large: '不能大于 {max}',
  date: '日期写法不对',
  phone: '电话写法不对',
  region: '请选择地区',
  rows: '请答完每一行',
  ranking: '请排完全部选项',
  sum: '合计须为 100，现在 {n}',
  files: '最多 {max} 个文件',
} as const
export interface AnswerProblem {
  key: string
  /** The question's number, as the form shows it. */
  number: number
  rule: keyof typeof ANSWER_PROBLEMS
  values?: Readonly<Record<string, string | number>>
}
export interface Settled {
  /** The answers to the questions shown, nothing else. */
  kept: Record<string, unknown>
  path: readonly Question[]
  problems: readonly AnswerProblem[]
}
/** The answers as they count: the branches are walked again, what was not shown is dropped, and what is missing or does not fit is named by number (60-SV3). */
export function settle(questions: readonly Question[], answers: Answers): Settled {
  const path = walk(questions, answers)
  const numbers = numbersOf(questions)
  const kept: Record<string, unknown> = {}
  const problems: AnswerProblem[] = []
  for (const q of path) {
    if (isSilent(q) || q.prefill) continue
    const given = answers[q.key]
    const isEmpty = given === undefined || given === null || given === '' || (Array.isArray(given) && !given.length)
    const number = numbers.get(q.key) ?? 0
    if (isEmpty) {
      if (q.required) problems.push({ key: q.key, number, rule: 'missing' })
      continue
    }
    const problem = fieldProblem(q, given)
    if (problem) problems.push({ key: q.key, number, ...problem })
    kept[q.key] = given
    for (const o of q.options ?? []) {
      const more = answers[textKey(q.key, o.key)]
      if (o.openText && typeof more === 'string' && more.trim() && (given === o.key || (Array.isArray(given) && given.includes(o.key))))
        kept[textKey(q.key, o.key)] = more.trim().slice(0, MOST_TEXT)
    }
  }
  return { kept, path, problems }
}
const MOST_TEXT = 500
