import type { Ctx } from '#server/context.ts'
import { refuseNewHere } from '#server/tenants/here.ts'
import type { RoundEntity } from '../model/round.ts'
import { kindOf } from './round-kinds.ts'

/** 10-T2: whoever adds, copies or publishes a batch is refused once licence and grace period are over. What jobs make follows from what goes on. */
export async function mustBeLicensed(ctx: Ctx, of: RoundEntity): Promise<void> {
  if (ctx.me.userId && !kindOf(ctx.db, of).options.isSafety) await refuseNewHere(ctx, of)
}
