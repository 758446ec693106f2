import { type Question, question } from '../model/question.ts'

/** Options o1, o2 … of these labels; 其他 takes words, 都没有 excludes the others. */
export const options = (...labels: string[]): NonNullable<Question['options']> =>
  labels.map((label, i) => ({ key: `o${i + 1}`, label, exclusive: label === '都没有' ? true : null, openText: label === '其他' ? true : null, score: null }))
/** A required choice of one. */
export const single = (key: string, title: string, ...labels: string[]): Question => question({ key, type: 'single', title, required: true, options: options(...labels) })
/** Lines r1, r2 … of a matrix. */
export const rows = (...labels: string[]): NonNullable<Question['rows']> => labels.map((label, i) => ({ key: `r${i + 1}`, label }))
