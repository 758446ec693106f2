import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { type Applied, application, mayReadRow, submit } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { notFound } from '#server/data/rows.ts'
import { downloadHeaders } from '#server/http/download.ts'
import { gateOfUser } from '#server/jobs/gate-of-user.ts'
import { checkAddress, previewPapers, templateEdition, templateNow, templatesOf } from '#server/print/papers.ts'
import { letterTemplates, previewRun, runCard, submitRun } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { runSubject } from '../model/flow.ts'
import { letterRun } from '../model/letter-run.ts'
import { mustBeComplete, type Run } from './complete.ts'
import { mustCount, planBatches } from './plan.ts'

export const LETTERS = 'letter:admissionLetter:list'
const SAMPLES = 5
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(admissionLetter, key, values, field)

const ask = handle(submitRun, async (ctx, { year, level, template }) => {
  const { db, me } = ctx
  if (!(await checkAddress(ctx))) throw refuse('checkAddress')
  await mustCount(db, year)
  const { edition, name, entity } = await templateNow(ctx, template)
  if (entity !== admissionLetter.name) throw notFound()
  const ids = await mustBeComplete(db, { year, level: level ?? null })
  const samples = await db.query<{ id: string }>(sql`select x.id from unnest(${ids}::uuid[]) x(id) order by random() limit ${SAMPLES}`)
  const run = await db.insertOrSkip(letterRun, {
    ...{ title: `${year} ${name}`, year, level: level ?? null, template, templateName: name, edition, count: ids.length, makerId: me.userId },
    sampleIds: samples.map(s => s.id),
  })
  if (!run) throw refuse('running', { year })
  await submit(ctx, runSubject, run)
  return { id: run.id, count: ids.length }
})
const templates = handle(letterTemplates, async ctx => (await templatesOf(ctx, admissionLetter.name)).map(({ code, name }) => ({ code, name })))

/** The run, for whoever lists runs or has to do with its approval. */
async function readable(ctx: Ctx, id: string): Promise<Run> {
  const { db, me } = ctx
  const run = await db.unscoped(letterRun).find({ id }) // looked at next
  const mayRead = run && (me.permissions.has(letterRunList) || (await mayReadRow(ctx, { bizType: 'letterRun', bizId: id })))
  if (!run || !mayRead) throw notFound()
  return run
}
const letterRunList = runCard.permission
/** 30-LT2: the samples, read with the rights of whoever asked for the run: the leader does not list letters. */
const preview = handle(previewRun, async (ctx, { id }) => {
  const run = await readable(ctx, id)
  const maker = await makerOf(ctx.db, run.makerId ?? '', ctx)
  const known = await ctx.db.unscoped(admissionLetter).all({ id: run.sampleIds ?? [] }) // the samples of this run
  const template = await templateEdition(maker, run.template, run.edition)
  const blob = await previewPapers(
    maker,
    template,
    known.map(k => k.id),
  )
  return { blob, type: 'application/pdf', headers: downloadHeaders(`${run.title}.pdf`) }
})
/** The context of the person whose rights letters are read with. */
export async function makerOf(db: Db, userId: string, { lang, traceId }: Pick<Ctx, 'lang'> & { traceId: string }): Promise<KernelCtx> {
  const gate = await gateOfUser(db, userId, { permission: LETTERS, source: 'letter', traceId })
  return { core: gate.kernel, db: gate, me: gate.me, lang, ip: '', traceId }
}
const card = handle(runCard, async (ctx, { id }) => {
  const { year, level, templateName, edition, count } = await readable(ctx, id)
  return { year, level, templateName, edition, count }
})
const describe = async (_db: Db, run: Run): Promise<Applied> => ({
  applicantId: run.makerId ?? '',
  studentId: null,
  title: { text: '{title} {count} 份', values: { title: run.title, count: run.count } },
  facts: {},
})
export default [
  application(runSubject, {
    describe: (db, row) => describe(db, row as unknown as Run),
    link: () => '/letter/runs',
    onApproved: ({ db }, row) => planBatches(db, row as unknown as Run),
  }),
  ask,
  templates,
  preview,
  card,
]
