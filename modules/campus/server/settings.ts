import type { Ctx } from '#server/context.ts'
import { settingsReader } from '#server/params/settings.ts'
import { PARAMETERS } from '../model/parameters.ts'
import { sharesOf } from './staffing-side.ts'

/** The school's settings of its calendar and of positions with defaults, cached. */
export const settingsOf = settingsReader('campus', PARAMETERS)
/** Students per counsellor (Order 43: 1:200). */
export const fdyRatio = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => Number((await db.params('fdy')).ratio ?? 200)
/** How many students each of these counsellors may have: the ratio, or the share of it that a part-time post is (30-BR6 as 50-CW1). */
export async function fdyLimits(ctx: Ctx, teacherIds: readonly string[]): Promise<(teacherId: string) => number> {
  const [ratio, shares] = [await fdyRatio(ctx), await sharesOf(ctx.db, teacherIds)]
  return teacherId => Math.round(ratio * (shares.get(teacherId) ?? 1))
}
