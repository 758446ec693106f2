import { entityNamed, isUuid, permissionKey } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolClock } from '#model/school-time.ts'
import { today } from '../base/today.ts'
import type { Db, Lang } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { keepMade } from '../files/keep-made.ts'
import type { FileStore } from '../files/store.ts'
import { translate } from '../i18n/translate.ts'
import type { QueueWorker } from '../jobs/queue-worker.ts'
import { param } from '../params/params.ts'
import { audit } from '../records/verbs.ts'
import { type FileResult, fileTask, type Making, orderFile } from '../spreadsheets/file-jobs.ts'
import { documentsFor, type Filling } from './build-documents.ts'
import { CHECK_KEY, checkCode } from './check-code.ts'
import type { PrintDocument } from './document.ts'
import { batchWorkers, deskWorkers, type Filled, fillingFor, mustBePrintable, orderOf, previewOrder } from './fill.ts'
import { packed } from './pack.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import { giveNumbers, type Issue, markMade, markVoid } from './register.ts'
import { type Template, templateNamed } from './templates.ts'
import { printRefusal } from './texts.ts'
import { watermarkFor } from './watermark.ts'

/** Rows in other states than the template is for; those outside the scope are told apart from them later. */
async function mustBeInState(ctx: KernelCtx, template: Template, ids: readonly string[]): Promise<void> {
  const { ofStates, name } = template
  if (!ofStates) return
  const of = entityNamed(template.entity)
  const rows = (await ctx.db.visibleFor(of, permissionKey(of, 'list')).all({ id: [...ids] } as never)) as Array<{ state?: string }>
  const n = rows.filter(row => !ofStates.includes(row.state ?? '')).length
  const states = ofStates.map(state => ({ text: of.fields.state?.options.choices?.[state] ?? state }))
  if (n) throw printRefusal('states', { name: translate(ctx.lang, name), states, n }, 422, 'ids')
}
/** Larger batches run as a background job. */
const SYNC_PAPERS = 100
const MOST_PAPERS = 5000
/** A file of its own has fonts of its own. */
const MOST_PACKED = 2000
const BATCH_SIZE = 200
/** Concurrent batches per process; they share one thread. */
const AT_ONCE = 1

export interface PrintRequest {
  code: string
  ids: readonly string[]
  /** New documents replace existing ones of the same kind for these rows. */
  replace: boolean
  plain: boolean
  reason: string | null
  /** A file of each document, in an archive. */
  packed: boolean
  /** Public origin of the product, for the QR code. */
  origin: string
}
export type PrintAnswer = { kind: 'file'; name: string; type: string; content: Buffer; count: number } | { kind: 'job'; jobId: string }
type Progress = (done: number) => Promise<void>
/** Numbers assigned by an earlier attempt, and how to save those of this one for a retry. */
interface Numbers {
  known: Issue[] | undefined
  keep(db: Db, given: Issue[]): Promise<void>
}
interface Batch {
  onProgress?: Progress
  numbers?: Numbers
  /** Whether another process will continue the job. */
  isGoingOn?(): boolean
}
interface PrintPayload {
  lang: Lang
  request: PrintRequest
  numbers?: Issue[]
}
const QUEUE = 'sheet.print'
const ISSUE = 'sheet:print:issue'
interface Plan extends Filling {
  template: Template
  request: PrintRequest
  name: string
}

/** Printing in one server process. Single documents and batches use separate worker threads, so that a batch does not block the former. */
export class Prints {
  readonly queue: QueueWorker
  private readonly core: Core
  private readonly store: FileStore
  private readonly desk: PdfWorkers
  private readonly batch: PdfWorkers

  constructor(core: Core, store: FileStore) {
    this.core = core
    this.store = store
    this.desk = deskWorkers(core)
    this.batch = batchWorkers(core)
    this.queue = fileTask<PrintPayload>(QUEUE, { atOnce: AT_ONCE, permission: () => ISSUE, source: 'print', make: making => this.makeMany(making) })
  }
  /** Prints a template for these rows, all of which must be in the caller's scope. Audited before the response. */
  async issue(ctx: KernelCtx, request: PrintRequest): Promise<PrintAnswer> {
    const plan = await this.planOf(ctx, request)
    if (request.ids.length > SYNC_PAPERS) {
      await mustReach(plan)
      await tell(plan)
      return { kind: 'job', jobId: await this.enqueue(plan) }
    }
    const filled = await documentsFor(plan, request.ids)
    await mustBePrintable(ctx, plan.template, filled, this.desk)
    await tell(plan)
    const { content } = await this.make(plan, filled, this.desk)
    return { kind: 'file', name: plan.name, type: request.packed ? 'application/zip' : 'application/pdf', content, count: filled.length }
  }
  private async planOf(ctx: KernelCtx, request: PrintRequest): Promise<Plan> {
    const count = request.ids.length
    if (!count) throw printRefusal('nothing', {}, 422, 'ids')
    const max = request.packed ? MOST_PACKED : MOST_PAPERS
    if (count > max) throw printRefusal('tooMany', { max, count }, 422, 'ids')
    const strange = request.ids.filter(id => !isUuid(id)).length
    if (strange) throw printRefusal('outside', { count, missing: strange }, 404, 'ids')
    const template = await templateNamed(ctx, request.code)
    if (template.isMadeByModule) throw printRefusal('ownPage', { name: translate(ctx.lang, template.name) }, 422, 'code')
    await mustBeInState(ctx, template, request.ids)
    const filling = await fillingFor(ctx, this.store, template, request)
    if (request.plain && !ctx.me.permissions.has('sheet:export:plain')) throw printRefusal('deniedPlain', {}, 403)
    if (request.plain && !request.reason) throw printRefusal('reason', {}, 422, 'reason')
    return { ...filling, template, request, name: `${translate(ctx.lang, template.name)}.${request.packed ? 'zip' : 'pdf'}` }
  }
  /** Preview of a row's document, masked like a list: not numbered, logged or stored. */
  async preview(ctx: KernelCtx, template: Template, id: string, isDraftSeal: boolean): Promise<Buffer> {
    const filling = await fillingFor(ctx, this.store, template, { plain: false, reason: null })
    return this.desk.print(previewOrder(ctx, template, await documentsFor({ ...filling, isDraftSeal }, [id])))
  }
  /** Assigns numbers, renders and stores the documents. If rendering fails, the numbers are voided. */
  private async make(plan: Plan, filled: Filled, workers: PdfWorkers, { onProgress, numbers, isGoingOn }: Batch = {}): Promise<{ content: Buffer; fileId: string }> {
    const { ctx, template, request } = plan
    const issues = numbers?.known?.length ? numbers.known : await giveNumbers(ctx, template, filled, numbers?.keep)
    try {
      const numbered = filled.map(({ holder, paper }, i) => ({ holder, issueNo: issues[i]?.issueNo ?? '', paper: { ...paper, foot: footOf(plan, issues[i] as Issue) } }))
      const order = orderOf(ctx, template, numbered, await watermarkFor(ctx, { always: template.layout.blocks.some(b => b.kind === 'sections') }))
      let fault: unknown
      const told = onProgress && ((done: number) => void onProgress(done).catch(error => (fault ??= error)))
      const content = request.packed ? await packed(filesOf(numbered, await workers.pack(order, told))) : await workers.print(order, told)
      if (fault) throw fault
      // last chance to cancel the job before the documents become valid
      await onProgress?.(filled.length)
      const fileId = await this.keepFile(plan, content, issues)
      await markMade(ctx, template, issues, fileId, request.replace)
      return { content, fileId }
    } catch (error) {
      // on shutdown the numbers are kept for the process that continues the job
      if (!isGoingOn?.()) {
        await markVoid(ctx, issues)
        await numbers?.keep(ctx.db, [])
      }
      throw error
    }
  }
  /** Stores the file, readable by its creator only, with the retention period of exports; the register is permanent. */
  private async keepFile({ ctx, name }: Plan, content: Buffer, issues: readonly Issue[]): Promise<string> {
    const days = await param<number>(this.core, ctx.me.tenantId, 'export', 'keepDays')
    const of = { bizType: 'printIssue', bizId: issues[0]?.id ?? null, expiresAt: new Date(Date.now() + days * DAY_MS) }
    return keepMade(ctx.db, { name, content, maxMb: 1000, allowed: ['pdf', 'zip'] }, of, this.store)
  }
  private enqueue({ ctx, request, entity, template, name }: Plan): Promise<string> {
    return orderFile<PrintPayload>(ctx.db, QUEUE, {
      entity: entity.name,
      fileName: name,
      params: { print: template.code },
      header: {},
      total: request.ids.length,
      startedBy: ctx.me.userId,
      payload: { lang: ctx.lang, request },
    })
  }
  /** Reads rows in batches, so that other requests are not starved, then renders one file. */
  private async makeMany({ ctx, payload, signal, onProgress, save }: Making<PrintPayload>): Promise<FileResult> {
    const plan = await this.planOf(ctx, payload.request)
    const { ids } = payload.request
    const filled: Filled = []
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      filled.push(...(await documentsFor(plan, ids.slice(from, from + BATCH_SIZE))))
      await onProgress(0, true)
    }
    if (!payload.numbers?.length) await mustBePrintable(ctx, plan.template, filled, this.batch)
    const numbers: Numbers = { known: payload.numbers, keep: (db, given) => save(db, { numbers: given }) }
    const { fileId } = await this.make(plan, filled, this.batch, { onProgress: done => onProgress(done, true), numbers, isGoingOn: () => signal.aborted })
    return { fileId }
  }
  async close(): Promise<void> {
    await Promise.all([this.desk.stop(), this.batch.stop()])
  }
}
const filesOf = (of: ReadonlyArray<{ holder: string; issueNo: string }>, pdfs: readonly Uint8Array[]) => pdfs.map((pdf, i) => ({ holder: '', issueNo: '', ...of[i], pdf }))

/** Access check before queueing, so that a job is refused at once. */
async function mustReach({ ctx, entity, request: { ids } }: Plan): Promise<void> {
  const count = await ctx.db.visibleFor(entity, permissionKey(entity, 'list')).count({ id: ids } as never)
  if (count !== new Set(ids).size) throw printRefusal('outside', { count: ids.length, missing: ids.length - count }, 404, 'ids')
}
const tell = ({ ctx, entity, template, request }: Plan): Promise<string> =>
  audit(ctx, 'print', entity.name, request.ids.length === 1 ? (request.ids[0] ?? null) : null, {
    template: template.code,
    edition: template.edition,
    rows: request.ids.length,
    plain: request.plain,
    reason: request.reason,
    replace: request.replace,
    packed: request.packed,
  })
function footOf({ ctx, request }: Plan, issue: Issue): PrintDocument['foot'] {
  const line = (text: string, value: string): string => `${translate(ctx.lang, text)}　${value}`
  return {
    left: [line('文件编号', issue.issueNo), line('打印', `${today()} ${schoolClock(Date.now())}　${ctx.me.nickName}`)],
    right: [translate(ctx.lang, '扫码核验真伪')],
    link: `${request.origin}/check?c=${checkCode(ctx.core.key(CHECK_KEY), ctx.me.tenantId, issue.id)}`,
  }
}
