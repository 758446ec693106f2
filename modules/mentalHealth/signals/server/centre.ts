import { type Entity, refusalOf } from '#model'
import type { Ctx } from '#server/context.ts'
import { isPsychologist } from '../../attention/server/api.ts'

/** Administrators hold every permission; the role decides. */
export function mustBeOfCentre(ctx: Pick<Ctx, 'me'>, of: Entity): void {
  if (!isPsychologist(ctx)) throw refusalOf(of, 'notCentre')
}
