import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import type { RoundRow } from '../model/round.ts'
import { closeRound } from './end.ts'
import { type RoundKind, roundKinds } from './round-kinds.ts'

/** Settles expired rounds some time after the end; answers are refused from the end itself on (10-W21). */
export async function settleRounds(db: Db, now = new Date()): Promise<number> {
  let settled = 0
  for (const { entity } of db.registered(roundKinds)) {
    const over = await db.unscoped(entity).all({ state: ['published', 'paused'], 'endTime.le': now.toISOString() }) // scheduled job without a user: no data scope applies
    for (const { id } of over)
      settled += await db.tx(async tx => {
        const row = (await tx.unscoped(entity).lock(id)) as RoundRow // see above
        if ((row.state !== 'published' && row.state !== 'paused') || Date.parse(row.endTime) > now.getTime()) return 0
        await closeRound({ db: tx, me: tx.me, lang: 'zh-cn' }, entity, row, null)
        return 1
      })
  }
  return settled
}
const overIn = ({ entity }: RoundKind): string => `select from "${entity.table}" where tenant_id = $1 and state in ('published', 'paused') and end_time <= now()`
export default scheduledJob('workflow.rounds', '批次和任务到期', '*/5 * * * *', db => settleRounds(db), {
  isWhole: false,
  due: registered => registered(roundKinds).map(overIn),
})
