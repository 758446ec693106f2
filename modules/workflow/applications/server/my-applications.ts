import { outputFields, stateAllows } from '#model'
import type { Ctx } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { APPLICANT_VERBS } from '../model/application.ts'
import { casesOf } from './progress.ts'
import type { AnyRow } from './serving.ts'
import type { Work } from './submissions.ts'

/** Verbs possible now; checked again when they are used. */
function standardVerbs({ of, actions, serve }: Work, row: AnyRow): readonly string[] {
  const isBarred = Boolean(serve.cancelProblem?.(row))
  const possible = Object.entries(APPLICANT_VERBS).filter(([, action]) => actions[action] && stateAllows(of, row, action) && !(action === 'cancel' && isBarred))
  return possible.map(([verb]) => verb)
}
/** One's own applications, or one of them, with their progress and verbs. */
export async function mineOf(work: Work, ctx: Ctx, { id }: Record<string, unknown>): Promise<object[]> {
  const { of, actions, serve, own } = work
  const where = id ? { id: String(id) } : {}
  const rows = serve.rows ? await serve.rows(ctx, where) : ((await own.all(ctx, where)) as AnyRow[])
  const ids = rows.map(r => r.id)
  const cases = serve.subject ? await casesOf(ctx.db, of.name, ids, ctx.lang) : new Map()
  const compute = await serve.mine?.(ctx, rows)
  const fields = outputFields(actions.mine?.output ?? {})
  return rows.map(row => {
    const beside = compute?.(row) ?? {}
    const { instanceId = null, waitsFor = null, waitsSince = null, nextStep = null } = cases.get(row.id) ?? {}
    return {
      ...only(fields, row),
      instanceId,
      waitsFor,
      waitsSince,
      nextStep,
      ...beside,
      can: [...(own.owns(ctx.me, row) ? standardVerbs(work, row) : []), ...(serve.verbs?.(row, beside) ?? [])],
    }
  })
}
