import type { Ctx } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { notFound } from '#server/data/rows.ts'
import { type Template, templateOf } from '#server/print/templates.ts'

/** The effective template for an id. */
export async function templateFor(ctx: Ctx, id: string): Promise<Template> {
  const found = await templateOf(ctx as KernelCtx, id)
  if (!found) throw notFound()
  return found
}
