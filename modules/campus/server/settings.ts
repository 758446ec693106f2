import type { Ctx } from '#server/context.ts'
import { paramOf } from '#server/params/params.ts'

/** Students per counsellor (Order 43: 1:200). */
export const fdyRatio = async (ctx: Ctx): Promise<number> => (await paramOf<number | null>(ctx, 'fdy', 'ratio')) ?? 200
/** Weekday on which teaching weeks begin, 1 Monday … 7 Sunday. */
export const weekStart = async (ctx: Ctx): Promise<number> => (await paramOf<number | null>(ctx, 'campus', 'calendar.weekStart')) ?? 1
