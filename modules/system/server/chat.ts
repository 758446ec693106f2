import { callOut } from '#server/base/outbound.ts'

const MOST_REASON = 120
interface Question {
  baseUrl: string
  model: string
  apiKey: string | null
  messages: ReadonlyArray<{ role: 'system' | 'user'; content: string }>
  maxTokens: number
  temperature?: number
  timeoutMs: number
}
export interface ChatAnswer {
  status: number
  /** What the provider says about a failure. */
  reason: string
  /** Undefined if the answer is not of this protocol. */
  text: string | undefined
  tokensIn: number | undefined
  tokensOut: number | undefined
  ms: number
}
interface Wire {
  choices?: Array<{ message?: { content?: unknown } }>
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown }
  error?: { message?: string } | string
}
/** One call of a provider by OpenAI's protocol. The key goes to the provider only. A connection that fails throws; redirects are answers like others and not followed. */
export async function chat({ baseUrl, model, apiKey, messages, maxTokens, temperature, timeoutMs }: Question): Promise<ChatAnswer> {
  const began = performance.now()
  const reply = await callOut(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({ model, messages, max_tokens: maxTokens, ...(temperature === undefined ? {} : { temperature }) }),
    timeoutMs,
  })
  const answer = parsed(reply.body)
  const text = answer?.choices?.[0]?.message?.content
  return {
    status: reply.status,
    reason: reasonOf(answer),
    text: typeof text === 'string' ? text : undefined,
    tokensIn: countOf(answer?.usage?.prompt_tokens),
    tokensOut: countOf(answer?.usage?.completion_tokens),
    ms: Math.round(performance.now() - began),
  }
}
function parsed(body: Buffer): Wire | undefined {
  try {
    return JSON.parse(body.toString('utf8')) as Wire
  } catch {
    return undefined
  }
}
const MOST_TOKENS = 10_000_000
const countOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS ? Number(value) : undefined)
const reasonOf = (answer: Wire | undefined): string => String((typeof answer?.error === 'string' ? answer.error : answer?.error?.message) ?? '').slice(0, MOST_REASON)
