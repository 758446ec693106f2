import { RateLimit } from '#server/base/rate-limit.ts'
import { handle } from '#server/context.ts'
import { noteFault, RELEASE } from '#server/logs/errors.ts'
import { reportError } from '../model/actions.ts'

/** Rate limit: an error loop in a page must not fill the log. */
const REPORTS_A_MINUTE = 10
const reports = new RateLimit()

/** Reports above the limit are dropped silently: the client could do nothing about it. */
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
