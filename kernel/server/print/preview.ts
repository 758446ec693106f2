import { isUuid } from '#model'
import { PAPER_SIZES, type PaperSize } from '#model/print-layout.ts'
import type { KernelCtx } from '../data/core.ts'
import { notFound } from '../data/rows.ts'
import { checkedLayout } from './faults.ts'
import type { Prints } from './prints.ts'
import { templateOf } from './templates.ts'
import { printRefusal } from './texts.ts'

const idOr = (given: unknown): string | null => (typeof given === 'string' && isUuid(given) ? given : null)

/** Preview of a row (within the caller's scope) with an unsaved layout; layout errors are reported first. */
export async function previewPaper(ctx: KernelCtx, prints: Prints, body: Record<string, unknown>): Promise<Buffer> {
  const templateId = idOr(body.templateId)
  const template = templateId ? await templateOf(ctx, templateId) : undefined
  if (!template) throw notFound()
  const layout = checkedLayout(ctx, template, body.layout)
  if (!body.id) throw printRefusal('nothing', {}, 422, 'id')
  const id = idOr(body.id)
  if (!id) throw notFound()
  const seal = idOr(body.seal)
  const paper = typeof body.paper === 'string' && Object.hasOwn(PAPER_SIZES, body.paper) ? (body.paper as PaperSize) : template.paper
  return prints.preview(ctx, { ...template, layout, paper, seal: seal ? [seal] : null }, id, seal !== (template.seal?.[0] ?? null))
}
