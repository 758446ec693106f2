import type { Answer } from './school.ts'

/** What a call that must succeed answers; fails the test with what was refused. */
export function ok<T>(answer: Answer<T>): T {
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.errors)}`)
  return answer.data
}
/** The rule that refused a call, without module and entity. */
export const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors?.[0]?.rule.split('.').at(-1)
