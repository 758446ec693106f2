import type { Ctx } from '#server/context.ts'
import { hiddenOnPaper } from '#server/print/hidden-fields.ts'
import { graphOf, isApplication, kindOf } from '../../../flows/server/api.ts'
import { permFor } from '../form-view.ts'
import { type PaperCase, paperCases } from './cases.ts'

/** 10-W9: fields hidden at the reader's step are blank in their print-outs. */
export default hiddenOnPaper(async (ctx, e, ids) => {
  if (!isApplication(ctx.db, e)) return new Map()
  const cases = await paperCases(ctx, e, ids)
  return new Map(await Promise.all(cases.map(async c => [c.bizId, await hiddenIn(ctx, c)] as const)))
})
/** Users without a part in the case see what their own scope shows of the row. */
async function hiddenIn({ db }: Ctx, { reading, defVersionId, processType }: PaperCase): Promise<Set<string>> {
  if (!reading) return new Set()
  const graph = await graphOf(db, defVersionId)
  return new Set(kindOf(db, processType).subject.form.filter(name => permFor({ graph }, reading, name) === 'hidden'))
}
