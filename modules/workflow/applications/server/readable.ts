import { type Entity, permissionKey, type Row } from '#model'
import type { Ctx } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { Where } from '#server/row-types.ts'
import { mayReadRow } from './progress.ts'

/** A row for its approver's card: within the caller's scope of the list, or part of a case they may read (10-W16). */
export async function readableRow<E extends Entity>(ctx: Ctx, of: E, id: string): Promise<Row<E>> {
  const where = { id } as Where<E> // every entity has an id
  const { db } = ctx
  const row = await db.visibleFor(of, permissionKey(of, 'list')).find(where)
  if (row) return row
  const found = (await mayReadRow(ctx, { bizType: of.name, bizId: id })) ? await db.unscoped(of).find(where) : undefined // the flow decides who may read
  if (!found) throw notFound()
  return found
}
