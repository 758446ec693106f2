import { callOut } from '#server/base/outbound.ts'
import { handle } from '#server/context.ts'
import { testAi } from '../model/ai.ts'
import { setting } from './parameters.ts'

const MOST = 200
interface Answered {
  choices?: Array<{ message?: { content?: string } }>
  error?: { message?: string } | string
}
/** Sends a one-word prompt with the stored settings. The API key goes to the provider only, never into a response or a log. */
export default handle(testAi, async ({ db, refuse }) => {
  const [baseUrl, model, apiKey, timeout] = await Promise.all([
    setting<string>(db, 'ai', 'baseUrl'),
    setting<string>(db, 'ai', 'model'),
    setting<string | null>(db, 'ai', 'apiKey'),
    setting<number>(db, 'ai', 'timeout'),
  ])
  if (!baseUrl || !model) refuse('incomplete')
  const began = performance.now()
  const reply = await callOut(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: '你好' }], max_tokens: 16 }),
    timeoutMs: timeout * 1000,
  }).catch((error: Error) => {
    if ('issues' in error) throw error
    return refuse('unreachable', { reason: error.message.slice(0, 120) })
  })
  const answer = parsed(reply.body)
  if (reply.status !== 200) refuse('refused', { status: reply.status, reason: reasonOf(answer) })
  const words = answer?.choices?.[0]?.message?.content
  if (typeof words !== 'string') refuse('notCompatible')
  return { ms: Math.round(performance.now() - began), answer: String(words).slice(0, MOST) }
})
function parsed(body: Buffer): Answered | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Answered
  } catch {
    return undefined
  }
}
const reasonOf = (answer: Answered | undefined): string => (typeof answer?.error === 'string' ? answer.error : (answer?.error?.message ?? '')).slice(0, 120)
