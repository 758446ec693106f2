import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../bench/product.ts'

/** What a call came to; status and code 0 where nothing came back. */
export interface Reply {
  status: number
  /** Body code of the envelope. */
  code: number
  msg: string
  data: unknown
  retryAfter: string | null
  ms: number
  /** When it was sent. */
  at: number
}
interface Options {
  key?: string
  timeoutMs?: number
}
/** Calls without failing. Paths are `{service}/{entity}/{verb}`; with a body it is a POST. */
export async function ask({ port, headers }: Session, path: string, body?: unknown, { key, timeoutMs = 90_000 }: Options = {}): Promise<Reply> {
  const at = Date.now()
  const began = performance.now()
  const form = body instanceof FormData
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/flySource-${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: form ? body : JSON.stringify(body) }),
      headers: { ...headers, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...(key ? { 'idempotency-key': key } : {}) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    const told = text.startsWith('{') ? (JSON.parse(text) as { code?: number; msg?: string; data?: unknown }) : {}
    const { code = answer.status, msg = text.slice(0, 200), data } = told
    return { status: answer.status, code, msg, data, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - began, at }
  } catch (error) {
    return { status: 0, code: 0, msg: (error as Error).message, data: undefined, retryAfter: null, ms: performance.now() - began, at }
  }
}
export interface Work {
  replies: Reply[]
  stop(): Promise<Reply[]>
}
/** Keeps so many callers busy until it is stopped. */
export function keepAsking(callers: number, one: (caller: number) => Promise<Reply>, restMs = 0): Work {
  const replies: Reply[] = []
  let isOver = false
  const all = Array.from({ length: callers }, async (_, caller) => {
    while (!isOver) {
      replies.push(await one(caller))
      if (restMs) await pause(restMs)
    }
  })
  return {
    replies,
    async stop() {
      isOver = true
      await Promise.all(all)
      return replies
    },
  }
}
/** Answers a second that sixteen callers get who never rest, in the state the machine is in. */
export async function capacityOf(one: (caller: number) => Promise<Reply>): Promise<number> {
  const began = performance.now()
  const work = keepAsking(16, one)
  await pause(MEASURED_MS)
  return (await work.stop()).length / ((performance.now() - began) / 1000)
}
const MEASURED_MS = 5000
export interface Writing extends Work {
  /** Titles whose writing was confirmed, and how often their senders had to try. */
  acknowledged: string[]
  /** Titles whose sender was never told. */
  unanswered: string[]
}
export const noticeOf = (title: string) => ({ title, noticeType: 'life', content: '<p>演练</p>', audience: { all: true }, needsReceipt: false })
/** Writers of notices nobody else writes. With `persist` each goes on with the same key, at the next session, until it is told. */
export function keepWriting(sessions: readonly Session[], options: { writers?: number; persist?: boolean; restMs?: number } = {}): Writing {
  const acknowledged: string[] = []
  const unanswered: string[] = []
  const tries = options.persist ? 200 : 1
  const one = async (caller: number): Promise<Reply> => {
    const title = `fault ${randomUUID()}`
    let reply: Reply | undefined
    for (let n = 0; n < tries && reply?.code !== 200; n++) {
      if (n) await pause(100)
      reply = await ask(sessions[(caller + n) % sessions.length] as Session, 'base/notice/add', noticeOf(title), { key: title })
    }
    if (reply?.code !== 200) await pause(50)
    ;(reply?.code === 200 ? acknowledged : unanswered).push(title)
    return reply as Reply
  }
  return Object.assign(keepAsking(options.writers ?? 8, one, options.restMs), { acknowledged, unanswered })
}
/** How many of each answer: `200 × 512, 503 × 3`. */
export function tally(replies: ReadonlyArray<{ code: number; status?: number }>): string {
  const counts = Map.groupBy(replies, r => (r.status === undefined || r.status === r.code || r.status === 200 ? `${r.code}` : `${r.code} (HTTP ${r.status})`))
  return [...counts].map(([code, of]) => `${code} × ${of.length}`).join(', ')
}
export function percentile(replies: ReadonlyArray<{ ms: number }>, share: number): number {
  const times = replies.map(r => r.ms).toSorted((a, b) => a - b)
  return times[Math.ceil(times.length * share) - 1] ?? 0
}
/** Until it holds, asked every so often; answers the seconds it took, or undefined when it never did. */
export async function until(holds: () => Promise<boolean> | boolean, atMostSeconds: number): Promise<number | undefined> {
  const began = performance.now()
  for (;;) {
    const seconds = (performance.now() - began) / 1000
    if (await holds()) return seconds
    if (seconds > atMostSeconds) return undefined
    await pause(50)
  }
}
