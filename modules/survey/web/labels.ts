import { fill } from '#model'
import { t } from '#web/i18n/index.ts'
import { ANSWER_PROBLEMS, type AnswerProblem } from '../model/answers.ts'
import { type Called, DESIGN_PROBLEMS, type Problem } from '../model/check-questions.ts'

const said = (value: Called | number): string | number => (typeof value === 'object' ? fill(t(value.text), value.values) : value)
/** A problem of the design, in the reader's language. */
export const problemText = ({ rule, values }: Problem): string =>
  fill(t(DESIGN_PROBLEMS[rule]), Object.fromEntries(Object.entries(values).map(([name, value]) => [name, said(value)])))
/** What is wrong with the answer to a question, by its number. */
export const faultText = ({ number, rule, values }: AnswerProblem): string => fill(t('第 {number} 题{fault}'), { number, fault: fill(t(ANSWER_PROBLEMS[rule]), values ?? {}) })
