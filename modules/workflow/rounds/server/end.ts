import type { Ctx, Db } from '#server/context.ts'
import { endBatch } from '../../cases/server/api.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import { kindOf } from './round-kinds.ts'

const WHY = '批次已结束'
/** Settles an ended round, once: applies the batch's rule to open applications (10-W18) and emits an event. The caller has checked that it has ended. */
export async function settle(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, of: RoundEntity, row: RoundRow, stateNote: string | null): Promise<RoundRow> {
  const { options } = kindOf(ctx.db, of)
  const closed = (await ctx.db.update(of, row.id, { state: 'closed', stateNote })) as RoundRow
  if (options.subject)
    await endBatch(ctx, {
      processType: options.subject.processType,
      batchId: row.id,
      rule: 'atEnd' in closed && closed.atEnd === 'refuse' ? 'reject' : 'stay',
      reason: stateNote ?? WHY,
    })
  await options.closed?.(ctx.db, closed)
  await tellClosed(ctx.db, of, closed)
  return closed
}
const tellClosed = (db: Db, of: RoundEntity, row: RoundRow): Promise<void> =>
  db.emit('round.closed', { roundId: row.id, bizType: of.name, processType: row.processType, audienceCount: row.audienceCount })
