import type { Ctx } from '#server/context.ts'
import { paramOf } from '#server/params/params.ts'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'

/** The school's settings of its calendar and of positions with defaults, cached. */
export const settingsOf = settingsReader('campus', PARAMETERS)
/** Students per counsellor (Order 43: 1:200). */
export const fdyRatio = async (ctx: Ctx): Promise<number> => (await paramOf<number | null>(ctx, 'fdy', 'ratio')) ?? 200
