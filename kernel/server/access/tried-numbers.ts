import { RateLimit, tooManyCalls } from '../base/rate-limit.ts'
import type { Principal } from '../context.ts'

/** Enough for a group of sixty that is entered twice; a desk enters fewer. */
const PER_MINUTE = 120
const tried = new RateLimit()

/** Rate limit on the student and staff numbers a user enters to name other people, over all calls that take one: a response reveals at least that a number exists, so this
 *  prevents enumeration. Throws 429. Such a call returns a name only to users who may read the person anyway, or once the person has agreed. */
export function countTriedNumbers({ tenantId, userId }: Principal, numbers: number): void {
  for (let i = 0; i < numbers; i++) {
    const retryAfter = tried.take(`${tenantId} ${userId}`, PER_MINUTE)
    if (retryAfter) throw tooManyCalls(retryAfter)
  }
}
