import { RateLimit } from '#server/base/rate-limit.ts'
import { handle } from '#server/context.ts'
import { noteFault, RELEASE } from '#server/logs/errors.ts'
import { reportError } from '../model/actions.ts'

/** A page in a circle of faults must not fill the log. */
const REPORTS_A_MINUTE = 10
const reports = new RateLimit()

/** What is too much is dropped without a word: nobody at the other end could do anything about it. */
export default handle(reportError, async ({ db, me }, fault) => {
  if (reports.take(me.userId, REPORTS_A_MINUTE)) return
  await noteFault(db, {
    source: 'browser',
    message: fault.message,
    stack: fault.stack ?? null,
    path: fault.path ?? null,
    userId: me.userId,
    release: fault.release || RELEASE,
    traceId: fault.traceId ?? null,
  })
})
