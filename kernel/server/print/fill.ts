import { join } from 'node:path'
import { entityNamed, permissionKey, Refusal } from '#model'
import { hasLimits } from '#model/print-layout.ts'
import { today } from '../base/today.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import { schoolName } from '../data/school-name.ts'
import type { FileStore } from '../files/store.ts'
import { translate } from '../i18n/translate.ts'
import type { documentsFor, Filling } from './build-documents.ts'
import { type PrintDocument, type PrintOrder, wordsOf } from './document.ts'
import { overflowRefusal } from './fit.ts'
import { divide } from './fonts.ts'
import { PdfWorkers } from './pdf-workers.ts'
import type { Template } from './templates.ts'
import { printRefusal } from './texts.ts'

/** Documents of rows, before they are numbered. */
export type Filled = Awaited<ReturnType<typeof documentsFor>>
type Papers = ReadonlyArray<{ paper: PrintDocument }>

const perProcess = () => {
  const made = new WeakMap<Core, PdfWorkers>()
  return (core: Core): PdfWorkers => {
    const workers = made.get(core) ?? new PdfWorkers(core.log)
    made.set(core, workers)
    return workers
  }
}
/** The one thread of a process that renders batches, whoever orders them. */
export const batchWorkers = perProcess()
/** That of single documents somebody waits for. */
export const deskWorkers = perProcess()
export const fontFolder = ({ core }: Pick<KernelCtx, 'core'>): string => join(core.dataDir, 'fonts')
/** What a template is filled with for this user, who must be allowed to list its rows. */
export async function fillingFor(ctx: KernelCtx, store: FileStore, template: Template, { plain, reason }: Pick<Filling, 'plain' | 'reason'>) {
  const entity = entityNamed(template.entity)
  if (!ctx.me.permissions.has(permissionKey(entity, 'list'))) throw new Refusal(403, [])
  return { ctx, store, template, entity, school: await schoolName(ctx.db), plain, reason }
}
export const orderOf = (ctx: KernelCtx, template: Template, filled: Papers, watermark: string): PrintOrder => ({
  ...{ size: template.paper, title: translate(ctx.lang, template.name), papers: filled.map(f => f.paper), watermark, fontFolder: fontFolder(ctx) },
})
/** Refuses documents with characters no font has, rather than printing empty boxes. */
function refuseMissing(ctx: KernelCtx, filled: Papers): void {
  const { missing } = divide(wordsOf(filled.map(f => f.paper)), fontFolder(ctx))
  if (missing.length) throw printRefusal('noGlyph', { characters: missing.slice(0, 20).join(' ') })
}
/** Refuses characters without a font and texts beyond their boxes, before anything is numbered. */
export async function mustBePrintable(ctx: KernelCtx, template: Template, filled: Filled, workers: PdfWorkers): Promise<void> {
  refuseMissing(ctx, filled)
  if (!hasLimits(template.layout)) return
  const over = await workers.measure(orderOf(ctx, template, filled, ''))
  const holders = filled.map(f => f.holder)
  if (over.length) throw overflowRefusal(over, holders)
}
/** How these documents would look: not numbered, marked as a preview for the one who looks. */
export function previewOrder(ctx: KernelCtx, template: Template, filled: Filled): PrintOrder {
  refuseMissing(ctx, filled)
  const papers = filled.map(({ paper }) => ({ paper: { ...paper, foot: { left: [translate(ctx.lang, '预览，不作凭证')], right: [], link: '' } } }))
  return orderOf(ctx, template, papers, `${translate(ctx.lang, '预览')} ${ctx.me.nickName} ${today()}`)
}
