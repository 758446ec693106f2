import { RateLimit, tooManyCalls } from '../base/rate-limit.ts'
import type { Principal } from '../context.ts'

/** Enough for a group of sixty that is entered twice; a desk enters fewer. */
const PER_MINUTE = 120
const tried = new RateLimit()

/** Counts the student or staff numbers somebody has entered to name other people, over all calls that take one, in the running minute: an answer tells at least
 *  that a number exists, so nobody goes through all of them. Throws 429. Such a call answers a name only to those who read the person anyway, or once the
 *  person has agreed. */
export function countTriedNumbers({ tenantId, userId }: Principal, numbers: number): void {
  for (let i = 0; i < numbers; i++) {
    const retryAfter = tried.take(`${tenantId} ${userId}`, PER_MINUTE)
    if (retryAfter) throw tooManyCalls(retryAfter)
  }
}
