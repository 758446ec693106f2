import { type Action, refusalOf } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { phaseOf, ROUND_PHASES, type RoundEntity, type RoundPhase, type RoundRow } from '../../model/round.ts'
import { rowsFor } from './audience.ts'

/** The round, locked, if its phase permits the action. */
export async function lockInPhase(ctx: Ctx, of: RoundEntity, action: Action, id: string, from: readonly RoundPhase[]): Promise<RoundRow> {
  const row = (await rowsFor(ctx.db, of, action.permission).lock(id)) as RoundRow
  const phase = phaseOf(row)
  if (!from.includes(phase)) throw refusalOf(action, 'wrongState', { name: row.name, state: ROUND_PHASES[phase], act: action.label })
  return row
}
export const change = async (db: Db, of: RoundEntity, id: string, patch: Partial<RoundRow>): Promise<RoundRow> => (await db.update(of, id, patch)) as RoundRow
