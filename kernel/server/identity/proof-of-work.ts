import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { Challenge, Payload } from 'altcha-lib/v1/types'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { ask } from '../data/tenant-db.ts'

const SECONDS = 600
/** Hashes a browser computes at most for one challenge: well under a second on a phone. */
const BASE = 100_000
/** Every so many acts of an address double the work, so often at most. */
const ACTS_PER_DOUBLING = 5
const DOUBLINGS = 5

/** Proof of work before an anonymous act that costs the school something or guesses a password. The server signs a challenge and stores nothing;
 *  a solution counts once, for the purpose it was made for, and for ten minutes. */
export class Work {
  readonly expiresIn = SECONDS
  private readonly pool: pg.Pool
  private readonly key: string
  constructor(pool: pg.Pool, key: Buffer) {
    this.pool = pool
    this.key = key.toString('hex')
  }
  /** A challenge for `purpose`, harder the more often the caller's address has acted. */
  challenge(purpose: string, acts: number): Promise<Challenge> {
    const maxNumber = BASE * 2 ** Math.min(DOUBLINGS, Math.floor(acts / ACTS_PER_DOUBLING))
    return createChallenge({ hmacKey: this.key, maxNumber, expires: new Date(Date.now() + SECONDS * 1000), params: { purpose } })
  }
  /** Whether this is a solution for `purpose` that was not shown before; a right one is used up. `solution`: base64 of the JSON payload; `challenge`: the one it must answer, where the caller names one. */
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
