import type { Entity } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx } from '../context.ts'
import type { Filling } from './build-documents.ts'

type Hidden = ReadonlyMap<string, ReadonlySet<string>>
/** Hides fields from a person who may read the row, e.g. an approver whose step does not show them. */
export interface HiddenOnPaper {
  kind: 'hiddenOnPaper'
  find(ctx: Ctx, e: Entity, ids: readonly string[]): Promise<Hidden>
}
export const hiddenOnPapers = extensionPoint<HiddenOnPaper>('hiddenOnPaper')
/** Registers hidden fields of documents; default export of a module's server file. */
export const hiddenOnPaper = (find: HiddenOnPaper['find']): HiddenOnPaper => hiddenOnPapers.make({ find })

/** Hidden fields per row, for the person printing. */
export async function hiddenFields({ ctx, entity }: Filling, ids: readonly string[]): Promise<Hidden> {
  const all = await Promise.all(ctx.db.registered(hiddenOnPapers).map(one => one.find(ctx, entity, ids)))
  return new Map(ids.map(id => [id, new Set(all.flatMap(hidden => [...(hidden.get(id) ?? [])]))]))
}
