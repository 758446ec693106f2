import type { Ctx, Db } from '#server/context.ts'
import { endBatch } from '../../cases/server/api.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import { kindOf } from './round-kinds.ts'

type Acting = Pick<Ctx, 'db' | 'me' | 'lang'>
const WHY = '批次已结束'
/** Closes an ended round, once: its open applications follow its rule (10-W18), and an event says so. The caller has checked that it has ended. */
export async function closeRound(ctx: Acting, of: RoundEntity, row: RoundRow, stateNote: string | null): Promise<RoundRow> {
  const closed = (await ctx.db.update(of, row.id, { state: 'closed', stateNote })) as RoundRow
  await stopTaking(ctx, of, closed)
  await tellClosed(ctx.db, of, closed)
  return closed
}
/** What a round that was closed or cancelled leaves open: applications by its rule, the rest by its module. */
export async function stopTaking(ctx: Acting, of: RoundEntity, row: RoundRow): Promise<void> {
  const { options } = kindOf(ctx.db, of)
  const rule = 'atEnd' in row && row.atEnd === 'refuse' ? 'reject' : 'stay'
  if (options.subject) await endBatch(ctx, { processType: options.subject.processType, batchId: row.id, rule, reason: row.stateNote ?? WHY })
  await options.closed?.(ctx.db, row)
}
const tellClosed = (db: Db, of: RoundEntity, row: RoundRow): Promise<void> =>
  db.emit('round.closed', { roundId: row.id, bizType: of.name, processType: row.processType, audienceCount: row.audienceCount })
