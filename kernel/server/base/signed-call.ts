import { createHmac } from 'node:crypto'
import { callOut } from './outbound.ts'

export interface SignedAnswer {
  status: number
  /** What the service answered as JSON; empty where it was none. */
  body: Readonly<Record<string, unknown>>
}
/**
 * Posts JSON to a service of the school. `x-signature` is the HMAC-SHA256 of time and body under the shared key, so that the service can tell who calls and refuse what is old.
 * Not inside a transaction: the call takes up to ten seconds.
 */
export async function postSigned(url: string, key: string, content: object): Promise<SignedAnswer> {
  const body = JSON.stringify(content)
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', key).update(`${timestamp}\n${body}\n`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature }
  const answer = await callOut(url, { method: 'POST', headers, body })
  return { status: answer.status, body: parsed(answer.body.toString('utf8')) }
}
function parsed(text: string): SignedAnswer['body'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as SignedAnswer['body']) : {}
  } catch {
    return {}
  }
}
