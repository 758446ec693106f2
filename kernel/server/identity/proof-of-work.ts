import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { Challenge, Payload } from 'altcha-lib/v1/types'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { ask } from '../data/tenant-db.ts'

const SECONDS = 600
/** Maximum number of hashes for one challenge: well under a second on a phone. */
const BASE = 100_000
/** Difficulty doubles every ACTS_PER_DOUBLING acts of an address, at most DOUBLINGS times. */
const ACTS_PER_DOUBLING = 5
const DOUBLINGS = 5

/** Proof of work before anonymous requests that cost money or guess passwords. Challenges are signed, not stored; a solution is valid once, for its purpose, for ten minutes. */
export class Work {
  readonly expiresIn = SECONDS
  private readonly pool: pg.Pool
  private readonly key: string
  constructor(pool: pg.Pool, key: Buffer) {
    this.pool = pool
    this.key = key.toString('hex')
  }
  /** Challenge for `purpose`; its difficulty grows with the previous acts of the caller's address. */
  challenge(purpose: string, acts: number): Promise<Challenge> {
    const maxNumber = BASE * 2 ** Math.min(DOUBLINGS, Math.floor(acts / ACTS_PER_DOUBLING))
    return createChallenge({ hmacKey: this.key, maxNumber, expires: new Date(Date.now() + SECONDS * 1000), params: { purpose } })
  }
  /** Verifies and consumes a solution for `purpose`. `solution`: base64 of the JSON payload; `challenge`: the challenge it must answer, where the caller names one. */
  async take(purpose: string, solution: string, challenge?: string): Promise<boolean> {
    const payload = payloadOf(solution)
    if (!payload || (challenge !== undefined && challenge !== payload.challenge)) return false
    if (new URLSearchParams(payload.salt.split('?')[1]).get('purpose') !== purpose || !(await verifySolution(payload, this.key))) return false
    const rows = await ask(
      this.pool,
      sql`insert into auth_challenge (kind, key, purpose, secret_hash, used_at, expires_at)
        values ('captcha', ${`work:${payload.challenge}`}, 'work', '', now(), now() + make_interval(secs => ${SECONDS * 2})) on conflict (key) do nothing returning 1`,
    )
    return rows.length > 0
  }
}
function payloadOf(solution: string): Payload | undefined {
  try {
    const given = JSON.parse(Buffer.from(solution, 'base64').toString('utf8')) as Partial<Payload> | null
    const { algorithm, challenge, number, salt, signature } = given ?? {}
    if (algorithm !== 'SHA-256' || !/^[0-9a-f]{64}$/.test(challenge ?? '') || !Number.isSafeInteger(number) || typeof salt !== 'string' || typeof signature !== 'string')
      return undefined
    return { algorithm, challenge, number, salt, signature } as Payload
  } catch {
    return undefined
  }
}
