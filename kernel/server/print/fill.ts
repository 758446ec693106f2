import { join } from 'node:path'
import sql from 'sql-template-tag'
import { entityNamed, permissionKey, Refusal } from '#model'
import { hasLimits } from '#model/print-layout.ts'
import { today } from '../base/today.ts'
import type { Core, KernelCtx } from '../data/core.ts'
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

const batches = new WeakMap<Core, PdfWorkers>()
/** The one thread of a process that renders batches, whoever orders them. */
export function batchWorkers(core: Core): PdfWorkers {
  const known = batches.get(core)
  if (known) return known
  const made = new PdfWorkers(core.log)
  batches.set(core, made)
  return made
}
const fontFolder = ({ core }: KernelCtx): string => join(core.dataDir, 'fonts')
/** What a template is filled with for this user, who must be allowed to list its rows. */
export async function fillingFor(ctx: KernelCtx, store: FileStore, template: Template, { plain, reason }: Pick<Filling, 'plain' | 'reason'>) {
  const entity = entityNamed(template.entity)
  if (!ctx.me.permissions.has(permissionKey(entity, 'list'))) throw new Refusal(403, [])
  const [school] = await ctx.db.query<{ name: string }>(sql`select school_name as name from tenant where id = ${ctx.me.tenantId}`)
  return { ctx, store, template, entity, school: school?.name ?? '', plain, reason }
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
