import { type Question, textKey } from '../model/question.ts'
import type { Answers } from '../model/walk.ts'

/** What an answer says, in option texts with the words beside them, or in keys. */
export function saidOf(q: Question, answer: unknown, answers: Answers, isCoded = false): string | number {
  if (answer === undefined || answer === null) return ''
  const labels = new Map([...(q.options ?? []), ...(q.rows ?? [])].map(o => [o.key, o.label]))
  const say = (key: unknown): string => {
    const words = answers[textKey(q.key, String(key))]
    return `${isCoded ? String(key) : (labels.get(String(key)) ?? String(key))}${typeof words === 'string' ? `（${words}）` : ''}`
  }
  const between = isCoded ? ',' : '；'
  if (Array.isArray(answer)) return answer.map(say).join(between)
  if (typeof answer === 'object')
    return Object.entries(answer)
      .map(([key, value]) => `${say(key)}=${Array.isArray(value) ? value.map(say).join('/') : say(value)}`)
      .join(between)
  return typeof answer === 'number' ? answer : say(answer)
}
