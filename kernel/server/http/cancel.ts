import type { FastifyRequest } from 'fastify'
import { parseFields } from '#fields/parse.ts'
import type { Action, Fields } from '#model'
import type { KernelCtx } from '../data/core.ts'
import { bodyOf, checked, type Query, queryInput } from '../records/query.ts'
import { eachAlone, idOf, idsIn, inTransaction } from './each-alone.ts'

type Run = (ctx: KernelCtx, input: Record<string, unknown>) => Promise<unknown>
/** What a verb `cancel` asks besides the row. */
const restOf = ({ id: _id, ids: _ids, ...rest }: Fields): Fields => rest
/** The customer's helpers cancel on any entity: one row by query parameters, answered by true, or several by `{ids, reason}`, each alone, answered by `{done, failed}`. Undefined
 *  for a call with the input that the action declares; one that declares `ids` decides about them as a whole. */
export function helperCancel(a: Action, request: FastifyRequest): ((ctx: KernelCtx, run: Run) => Promise<unknown>) | undefined {
  if (a.name !== 'cancel') return undefined
  const isMany = 'ids' in a.input
  const { ids, ...body } = bodyOf(request.body)
  if (ids !== undefined && !isMany) {
    const rest = checked(parseFields(restOf(a.input), body))
    return (ctx, run) => eachAlone(ctx, idsIn(ids), id => inTransaction(ctx, inside => run(inside, { ...rest, id })))
  }
  const { id, ...query } = request.query as Query
  if (id === undefined || ids !== undefined || body.id !== undefined) return undefined
  const input = { ...queryInput(restOf(a.input), query), ...(isMany ? { ids: [idOf({ id })] } : { id: idOf({ id }) }) }
  return async (ctx, run) => {
    await inTransaction(ctx, inside => run(inside, input))
    return true
  }
}
