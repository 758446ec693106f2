import type { Entity } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx } from '../context.ts'
import type { Filling } from './build-documents.ts'

type Hidden = ReadonlyMap<string, ReadonlySet<string>>
/** Fields of rows that a module keeps from somebody who may read the rows: an approver whose step does not show them. */
export interface HiddenOnPaper {
  kind: 'hiddenOnPaper'
  find(ctx: Ctx, e: Entity, ids: readonly string[]): Promise<Hidden>
}
export const hiddenOnPapers = extensionPoint<HiddenOnPaper>('hiddenOnPaper')
/** Leaves fields blank on papers; default export of a module's server file. */
export const hiddenOnPaper = (find: HiddenOnPaper['find']): HiddenOnPaper => hiddenOnPapers.make({ find })

/** What of these rows the printing person does not get to see, by row. */
export async function hiddenFields({ ctx, entity }: Filling, ids: readonly string[]): Promise<Hidden> {
  const all = await Promise.all(ctx.db.registered(hiddenOnPapers).map(one => one.find(ctx, entity, ids)))
  return new Map(ids.map(id => [id, new Set(all.flatMap(hidden => [...(hidden.get(id) ?? [])]))]))
}
