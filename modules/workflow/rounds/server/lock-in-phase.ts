import { type Action, mustAllow } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { phaseOf, type RoundEntity, type RoundRow, type RoundVerb } from '../model/round.ts'
import { rowsFor } from './audience.ts'

/** The round, locked, if its phase permits the action. */
export async function lockInPhase(ctx: Ctx, of: RoundEntity, { permission }: Action, id: string, verb: RoundVerb): Promise<RoundRow> {
  const row = (await rowsFor(ctx.db, of, permission).lock(id)) as RoundRow
  mustAllow(of, { ...row, phase: phaseOf(row) }, verb)
  return row
}
export const change = async (db: Db, of: RoundEntity, id: string, patch: Partial<RoundRow>): Promise<RoundRow> => (await db.update(of, id, patch)) as RoundRow
