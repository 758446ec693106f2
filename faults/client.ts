import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '../bench/product.ts'

/** Result of a call; status and code are 0 if there was no response. */
export interface Reply {
  status: number
  /** Body code of the envelope. */
  code: number
  msg: string
  data: unknown
  retryAfter: string | null
  ms: number
  /** Time it was sent. */
  at: number
}
interface Options {
  key?: string
  timeoutMs?: number
}
/** Calls without throwing. Paths are `{service}/{entity}/{verb}`; a body makes it a POST. */
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
/** Runs that many concurrent callers until stopped. */
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
/** Throughput per second of sixteen callers without pauses, on the machine as it is now. */
export async function capacityOf(one: (caller: number) => Promise<Reply>): Promise<number> {
  const began = performance.now()
  const work = keepAsking(16, one)
  await pause(MEASURED_MS)
  return (await work.stop()).length / ((performance.now() - began) / 1000)
}
const MEASURED_MS = 5000
export interface Writing extends Work {
  /** Titles of confirmed writes, and the number of attempts. */
  acknowledged: string[]
  /** Titles whose writes were never confirmed. */
  unanswered: string[]
}
export const noticeOf = (title: string) => ({ title, noticeType: 'life', content: '<p>演练</p>', audience: { all: true }, needsReceipt: false })
/** Concurrent writers of notices with unique titles. With `persist`, each retries with the same idempotency key, using the next session, until confirmed. */
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
/** Polls until the condition holds; returns the seconds it took, or undefined on timeout. */
export async function until(holds: () => Promise<boolean> | boolean, atMostSeconds: number): Promise<number | undefined> {
  const began = performance.now()
  for (;;) {
    const seconds = (performance.now() - began) / 1000
    if (await holds()) return seconds
    if (seconds > atMostSeconds) return undefined
    await pause(50)
  }
}
