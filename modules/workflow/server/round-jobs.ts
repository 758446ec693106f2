import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import { settle } from './rounds/end.ts'
import { roundKinds } from './rounds/round-kinds.ts'

/** Rounds whose window is over are settled a little later; nothing was accepted since the moment itself (10-W21). */
export async function settleRounds(db: Db, now = new Date()): Promise<number> {
  let settled = 0
  for (const { entity } of roundKinds()) {
    const over = await db.unscoped(entity).all({ state: ['published', 'paused'], 'endTime.le': now.toISOString() }) // the clock acts for the whole school
    for (const { id } of over)
      settled += await db.tx(async tx => {
        const row = (await tx.unscoped(entity).lock(id)) as RoundRow // the same
        if ((row.state !== 'published' && row.state !== 'paused') || Date.parse(row.endTime) > now.getTime()) return 0
        await settle({ db: tx, me: tx.me, lang: 'zh-cn' }, entity, row, null)
        return 1
      })
  }
  return settled
}
/** Kinds of rounds are known once all modules are loaded. */
const NONE = 'select where false'
const overIn = ({ table }: RoundEntity): string => `select from "${table}" where tenant_id = $1 and state in ('published', 'paused') and end_time <= now()`
export default scheduledJob('workflow.rounds', '批次和任务到期', '*/5 * * * *', db => settleRounds(db), {
  isWhole: false,
  due: () => [NONE, ...roundKinds().map(({ entity }) => overIn(entity))].join(' union all '),
})
