import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import type { RoundRow } from '../model/round.ts'
import { closeRound } from './end.ts'
import { type RoundKind, roundKinds } from './round-kinds.ts'

/** Closes rounds whose time is over, within minutes; answers are refused from the end itself on (10-W21). Returns how many. */
export async function closeEnded(db: Db, now = new Date()): Promise<number> {
  let closed = 0
  for (const { entity } of db.registered(roundKinds)) {
    const over = await db.unscoped(entity).all({ state: ['published', 'paused'], 'endTime.le': now.toISOString() }) // scheduled job without a user: no data scope applies
    for (const { id } of over)
      closed += await db.tx(async tx => {
        const row = (await tx.unscoped(entity).lock(id)) as RoundRow // see above
        if ((row.state !== 'published' && row.state !== 'paused') || Date.parse(row.endTime) > now.getTime()) return 0
        await closeRound({ db: tx, me: tx.me, lang: 'zh-cn' }, entity, row, null)
        return 1
      })
  }
  return closed
}
const overIn = ({ entity }: RoundKind): string => `select from "${entity.table}" where tenant_id = $1 and state in ('published', 'paused') and end_time <= now()`
export default scheduledJob('workflow.rounds', '批次和任务到期', '*/5 * * * *', db => closeEnded(db), {
  isWhole: false,
  due: registered => registered(roundKinds).map(overIn),
})
