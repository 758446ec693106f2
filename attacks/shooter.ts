import fc from 'fast-check'
import type { Endpoint } from './contract.ts'
import { Seen } from './seen.ts'
import type { Target } from './target.ts'
import { type Shot, shotAt } from './values.ts'

const HANG_MS = 10_000
/** A failure and the request that caused it. */
export interface Fault {
  what: string
  by: string
  shot: Shot
  /** Log output of the program for it. */
  said: string
}
export interface Outcome {
  /** Body code, or the HTTP status if there is no envelope. */
  code: number
  ms: number
  fault: string | undefined
  traceId: string
}
/** One fuzzing caller with the values it has seen and the failures found. */
export class Shooter {
  readonly faults: Fault[] = []
  readonly codes = new Map<number, number>()
  /** Endpoints called, and those that returned 200 at least once. */
  readonly reached = new Set<string>()
  readonly welcomed = new Set<string>()
  slowest = { ms: 0, path: '' }
  requests = 0
  private token = ''
  private seen = new Seen()
  private turn: Endpoint[] = []
  private rounds = 0
  readonly account: string
  private readonly seed: number
  private readonly endpoints: readonly Endpoint[]

  /** Empty account: not signed in. Deterministic for the same seed and responses. */
  constructor(account: string, seed: number, endpoints: readonly Endpoint[]) {
    this.account = account
    this.seed = seed
    this.endpoints = endpoints
  }
  get name(): string {
    return this.account || 'anonymous'
  }
  /** Signs in at a fresh target and forgets the values seen so far. */
  async begin(target: Target): Promise<void> {
    this.seen = new Seen()
    if (this.account) await this.enter(target)
  }
  async enter(target: Target): Promise<void> {
    this.token = await target.signIn(this.account)
  }
  /** Sends the next request; each round covers every endpoint. */
  async shoot({ url, program }: Target): Promise<Outcome> {
    const endpoint = this.next()
    const [shot] = fc.sample(shotAt(endpoint, this.seen), { numRuns: 1, seed: this.seed + this.requests })
    if (!shot) throw new Error('nothing to send')
    this.requests += 1
    const outcome = await this.send(url, endpoint, shot)
    const name = `${endpoint.method} ${endpoint.path}`
    this.codes.set(outcome.code, (this.codes.get(outcome.code) ?? 0) + 1)
    this.reached.add(name)
    if (outcome.code === 200) this.welcomed.add(name)
    if (outcome.ms > this.slowest.ms) this.slowest = { ms: outcome.ms, path: name }
    if (outcome.fault) this.faults.push({ what: outcome.fault, by: this.name, shot, said: saidOf(program.printed(), outcome.traceId) })
    return outcome
  }
  private next(): Endpoint {
    if (!this.turn.length) {
      const all = this.endpoints as Endpoint[]
      this.turn = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed: this.seed + this.rounds })[0] ?? []
      this.rounds += 1
    }
    return this.turn.pop() as Endpoint
  }
  private async send(url: string, { path }: Endpoint, shot: Shot): Promise<Outcome> {
    const begun = performance.now()
    const stop = new AbortController()
    const late = setTimeout(() => stop.abort(), HANG_MS)
    try {
      const answer = await fetch(url + shot.path, {
        method: shot.method,
        headers: { ...shot.headers, 'x-forwarded-for': '10.8.0.1', ...(this.token ? { 'flysource-auth': `bearer ${this.token}` } : {}) },
        redirect: 'manual',
        signal: stop.signal,
        ...(shot.body === undefined ? {} : { body: shot.body }),
      })
      const type = answer.headers.get('content-type') ?? ''
      if (type.startsWith('text/event-stream')) {
        await answer.body?.cancel()
        return { code: answer.status, ms: performance.now() - begun, fault: undefined, traceId: '' }
      }
      const text = await answer.text()
      const body = type.includes('json') ? (JSON.parse(text) as { code?: number; traceId?: string; data?: unknown; msg?: string }) : {}
      const code = body.code ?? answer.status
      if (code === 200) this.seen.take(path, body.data)
      const fault = answer.status >= 500 || code >= 500 ? `${answer.status}/${code} ${body.msg ?? text.slice(0, 200)}` : undefined
      return { code, ms: performance.now() - begun, fault, traceId: body.traceId ?? '' }
    } catch (error) {
      const what = stop.signal.aborted ? `no answer within ${HANG_MS / 1000} s` : `no answer: ${(error as Error).message} ${(error as { cause?: Error }).cause?.message ?? ''}`
      return { code: 0, ms: performance.now() - begun, fault: what, traceId: '' }
    } finally {
      clearTimeout(late)
    }
  }
}
const saidOf = (log: string, traceId: string): string => (traceId && log.split('\n').find(line => line.includes(traceId))) || ''
