import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#model'

/** OWASP's argon2id parameters; one thread and 19 MiB per hash. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing shares libuv's thread pool with file access and DNS, which must keep threads of their own. */
const POOL_THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
/** Worker processes share the machine's processors; their hashes together must not exceed them. */
const PROCESSORS = Math.floor(availableParallelism() / Number(process.env.WORKERS ?? 1))
const HASHES_AT_ONCE = Math.max(1, Math.min(PROCESSORS, POOL_THREADS - 2))
/** Queue limit, some four seconds of waiting; requests beyond it get 429 with retryAfter. */
const MOST_WAITING = HASHES_AT_ONCE * 200

/** Bounded queue with limited concurrency, so that a burst of sign-ins does not starve other requests. */
export class HashQueue {
  private running = 0
  private readonly waiting: Array<{ go: () => void; reject: (reason: Refusal) => void }> = []
  private average = 25
  private readonly atOnce: number
  private readonly most: number
  constructor(atOnce = HASHES_AT_ONCE, most = MOST_WAITING) {
    this.atOnce = atOnce
    this.most = most
  }
  /** Queue length. */
  get length(): number {
    return this.waiting.length
  }
  /** On shutdown: refuses all queued requests with 503, so that clients retry at another process at once. */
  rejectQueued(): void {
    for (const { reject } of this.waiting.splice(0)) reject(new Refusal(503, [], { retryAfter: 1 }))
  }
  /** Throws 429 when the queue is full; called before an attempt is counted. */
  assertRoom(): void {
    if (this.length < this.most) return
    const retryAfter = Math.max(1, Math.ceil((this.length * this.average) / this.atOnce / 1000))
    throw new Refusal(429, [{ rule: 'identity.signIn.busy', text: '登录人数较多，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })
  }
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      this.assertRoom()
      await new Promise<void>((go, reject) => this.waiting.push({ go, reject }))
    } else this.running++
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.average += (performance.now() - began - this.average) / 20
      const next = this.waiting.shift()
      if (next) next.go()
      else this.running--
    }
  }
}
export const hashing = new HashQueue()

/** A password in wire format: lower-case hex md5 of its UTF-8 bytes. */
export const md5 = (clear: string): string => createHash('md5').update(clear, 'utf8').digest('hex')
/** Stored hash of a clear-text password. */
export const hashPassword = (clear: string): Promise<string> => hashing.run(() => hash(md5(clear), COST))
/** Dummy hash, verified when there is no account or password: timing does not reveal which accounts exist. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5LW5vYm9keS0wMQ$bm9ib2R5IGhhcyB0aGlzIHBhc3N3b3JkISEhISEhISE'
export async function matches(stored: string | null | undefined, md5Hex: string): Promise<boolean> {
  const right = await hashing.run(() => verify(stored ?? NOBODY, md5Hex))
  return right && Boolean(stored)
}
