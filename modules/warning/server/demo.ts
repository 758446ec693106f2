import { HOUR_MS } from '#model/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { warningCase } from '../model/warning-case.ts'
import { escalate } from './escalate.ts'
import { lookAtAll } from './jobs.ts'

const LATE = 3
/** What the facts of the demo school say today: the list that six o'clock makes. Of a few nobody began to look after in time: their colleges see them. */
export default (async db => {
  await lookAtAll(db)
  const late = (await db.unscoped(warningCase).all({ state: 'open' })).filter(c => c.level !== 'notice').slice(0, LATE)
  await db.updateMany(
    warningCase,
    late.map(({ id }) => ({ id, dueAt: new Date(Date.now() - HOUR_MS).toISOString() })),
    { history: false },
  )
  await escalate(db)
}) satisfies Demo
