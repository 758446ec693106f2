import { handle } from '#server/context.ts'
import { testAi } from '../model/ai.ts'
import { chat } from './chat.ts'
import { setting } from './parameters.ts'

const MOST = 200
/** Sends a one-word prompt with the stored settings. The API key goes to the provider only, never into a response or a log. */
export default handle(testAi, async ({ db, refuse }) => {
  const [baseUrl, model, apiKey, timeout] = await Promise.all([
    setting<string>(db, 'ai', 'baseUrl'),
    setting<string>(db, 'ai', 'model'),
    setting<string | null>(db, 'ai', 'apiKey'),
    setting<number>(db, 'ai', 'timeout'),
  ])
  if (!baseUrl || !model) refuse('incomplete')
  const answer = await chat({ baseUrl, model, apiKey, messages: [{ role: 'user', content: '你好' }], maxTokens: 16, timeoutMs: timeout * 1000 }).catch((error: Error) => {
    if ('issues' in error) throw error
    return refuse('unreachable', { reason: error.message.slice(0, 120) })
  })
  if (answer.status !== 200) refuse('refused', { status: answer.status, reason: answer.reason })
  if (answer.text === undefined) refuse('notCompatible')
  return { ms: answer.ms, answer: String(answer.text).slice(0, MOST) }
})
