import type { IncomingMessage } from 'node:http'
import { callOut, streamOut } from '#server/base/outbound.ts'

const MOST_REASON = 120
interface Question {
  baseUrl: string
  model: string
  apiKey: string | null
  messages: ReadonlyArray<{ role: 'system' | 'user'; content: string }>
  maxTokens: number
  temperature?: number
  timeoutMs: number
  /** Gets the text so far as it comes. */
  onText?: ((text: string) => void) | undefined
  /** Ends the call: the answer is what had come by then. */
  stopped?: AbortSignal | undefined
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
  isStopped?: boolean
}
interface Wire {
  choices?: Array<{ message?: { content?: unknown }; delta?: { content?: unknown } }>
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown }
  error?: { message?: string } | string
}
/** One call of a provider by OpenAI's protocol. The key goes to the provider only. A connection that fails throws; redirects are answers like others and not followed. */
export async function chat({ baseUrl, model, apiKey, messages, maxTokens, temperature, timeoutMs, onText, stopped }: Question): Promise<ChatAnswer> {
  const began = performance.now()
  const given = { model, messages, max_tokens: maxTokens, ...(temperature === undefined ? {} : { temperature }) }
  const address = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }, timeoutMs, signal: stopped } as const
  if (onText)
    return {
      ...(await streamed(address, { ...request, body: JSON.stringify({ ...given, stream: true, stream_options: { include_usage: true } }) }, onText)),
      ms: Math.round(performance.now() - began),
    }
  const reply = await callOut(address, { ...request, body: JSON.stringify(given) })
  return { ...answerOf(reply.status, parsed(reply.body)), ms: Math.round(performance.now() - began) }
}
const MOST_BYTES = 1_048_576
/** A provider that does not stream answers at once, which is read as ever. */
async function streamed(address: string, request: Parameters<typeof streamOut>[1] & object, onText: (text: string) => void): Promise<Omit<ChatAnswer, 'ms'>> {
  let [rest, text, size] = ['', '', 0]
  let usage: Wire['usage']
  try {
    const reply = await streamOut(address, request)
    const isStream = String(reply.headers['content-type']).includes('text/event-stream')
    for await (const part of piecesOf(reply)) {
      size += part.length
      if (size > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`)
      rest += part
      if (!isStream) continue
      const lines = rest.split(/\r?\n/)
      rest = lines.pop() ?? ''
      const before = text
      for (const line of lines) {
        const wire = line.startsWith('data:') ? parsed(line.slice(5)) : undefined
        const more = wire?.choices?.[0]?.delta?.content
        if (typeof more === 'string') text += more
        usage = wire?.usage ?? usage
      }
      if (text !== before) onText(text)
    }
    if (!isStream) return answerOf(reply.statusCode ?? 0, parsed(rest))
    return { status: reply.statusCode ?? 0, reason: '', text, tokensIn: countOf(usage?.prompt_tokens), tokensOut: countOf(usage?.completion_tokens) }
  } catch (error) {
    if (!request.signal?.aborted) throw error
    return { status: 200, reason: '', text, tokensIn: undefined, tokensOut: undefined, isStopped: true }
  }
}
async function* piecesOf(reply: IncomingMessage): AsyncGenerator<string> {
  reply.setEncoding('utf8')
  for await (const part of reply) yield String(part)
}
const answerOf = (status: number, answer: Wire | undefined): Omit<ChatAnswer, 'ms'> => {
  const text = answer?.choices?.[0]?.message?.content
  return {
    status,
    reason: reasonOf(answer),
    text: typeof text === 'string' ? text : undefined,
    tokensIn: countOf(answer?.usage?.prompt_tokens),
    tokensOut: countOf(answer?.usage?.completion_tokens),
  }
}
function parsed(body: Buffer | string): Wire | undefined {
  try {
    return JSON.parse(body.toString()) as Wire
  } catch {
    return undefined
  }
}
const MOST_TOKENS = 10_000_000
const countOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS ? Number(value) : undefined)
const reasonOf = (answer: Wire | undefined): string => String((typeof answer?.error === 'string' ? answer.error : answer?.error?.message) ?? '').slice(0, MOST_REASON)
