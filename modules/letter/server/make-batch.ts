import { Refusal, type Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { keepMade } from '#server/files/keep-made.ts'
import { openStore } from '#server/files/store.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { backgroundTask, enqueueTask, type Task } from '#server/jobs/background-task.ts'
import { checkAddress, drawPapers, registerPapers, templateEdition } from '#server/print/papers.ts'
import { markPrinted, resumeBatch } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterBatch } from '../model/letter-batch.ts'
import { letterRun } from '../model/letter-run.ts'
import { QUEUE } from './plan.ts'
import { makerOf } from './runs.ts'

const MOST_MB = 1000
type Letter = Row<typeof admissionLetter>

/** 30-LT3: draws the letters of a batch and keeps a file of each and one of all. Files, states and register are one transaction: whatever ends the process before leaves the
 *  batch as it was, with its numbers, and the next attempt draws it anew. */
async function work(db: Db, task: Task<object>) {
  const batch = await db.unscoped(letterBatch).one(task.id) // the task of this batch
  const run = await db.unscoped(letterRun).one(batch.runId)
  const ctx = await makerOf(db, batch.orderedBy ?? '', { lang: 'zh-cn', traceId: task.traceId })
  const letters = await db.unscoped(admissionLetter).all({ batchId: batch.id, state: 'ready' }, { sort: ['seq'] })
  const origin = await checkAddress(ctx)
  if (!letters.length || !origin) return (tx: Db) => tx.update(letterBatch, batch.id, letters.length ? { state: 'failed', note: NO_ADDRESS } : { state: 'done', note: null })
  const template = await templateEdition(ctx, run.template, run.edition)
  const { papers, all } = await drawPapers(
    ctx,
    template,
    letters.map(({ id, letterNo }) => ({ id, issueNo: letterNo ?? '' })),
    origin,
  )
  task.signal.throwIfAborted()
  const [store, ownerId] = [await openStore(ctx.core), ctx.me.userId]
  return async (tx: Db) => {
    // one that was made void meanwhile is not made
    const locked = await tx.unscoped(admissionLetter).lockAll(letters.map(l => l.id)) // of this batch
    const open = new Set(locked.filter(l => l.state === 'ready').map(l => l.id))
    const kept: Array<(typeof papers)[number] & { fileId: string }> = []
    for (const paper of papers.filter(p => open.has(p.id)))
      kept.push({ ...paper, fileId: await keepMade(tx, pdf(paper.issueNo, paper.pdf), { ...fieldOf(paper.id), ownerId }, store) })
    await registerPapers(tx, template, kept, ownerId)
    await tx.updateMany(
      admissionLetter,
      kept.map(({ id, fileId }) => ({ id, state: 'generated' as const, pdfId: [fileId] })),
    )
    const whole = await keepMade(tx, pdf(batch.batchNo, all), { bizType: 'letterBatch', bizId: batch.id, field: 'fileId', ownerId }, store)
    await tx.update(letterBatch, batch.id, { state: 'done', note: null, fileId: [whole] })
  }
}
const NO_ADDRESS = '没有设置核验网址'
const fieldOf = (bizId: Letter['id']) => ({ bizType: 'admissionLetter', bizId, field: 'pdfId' })
const pdf = (name: string, content: Uint8Array) => ({ name: `${name}.pdf`, content, maxMb: MOST_MB, allowed: ['pdf'] })
const whyText = (error: unknown): string =>
  (error instanceof Refusal && error.issues[0] ? formatIssue('zh-cn', error.issues[0]) : error instanceof Error ? error.message : '').slice(0, 300)

/** A batch that failed goes on with the rights of whoever presses; its numbers stay. */
const resume = handle(resumeBatch, async ({ db, me }, { id }) => {
  await db.visible(letterBatch).lock(id, 'resume')
  await db.update(letterBatch, id, { state: 'waiting', note: null, orderedBy: me.userId })
  await enqueueTask(db, QUEUE, id, {})
})
const printed = handle(markPrinted, async ({ db }, { id }) => {
  await db.visible(letterBatch).lock(id, 'markPrinted')
  await db.update(letterBatch, id, { state: 'printed' })
  return { done: (await db.updateWhere(admissionLetter, { batchId: id, state: 'generated' }, { state: 'printed' })).length }
})
export default [
  resume,
  printed,
  backgroundTask(QUEUE, { atOnce: 1, run: work, failed: (tx, { id }, error) => tx.updateWhere(letterBatch, { id, state: 'waiting' }, { state: 'failed', note: whyText(error) }) }),
]
