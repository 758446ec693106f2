import { handle } from '#server/context.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { type ApplicationSource, applicationSources } from '#server/extensions/desk-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import { applicationKinds, myApplications } from '../model/own.ts'

const sourcesOf = (ctx: object): readonly ApplicationSource[] => (ctx as KernelCtx).core.registry.of(applicationSources)

/** The caller's applications in all modules, newest first. */
const mine = handle(myApplications, async (ctx, { isOpen, bizType, size }) => {
  const limit = size ?? 50
  const sources = sourcesOf(ctx).filter(s => !bizType || s.bizType === bizType)
  const found = await Promise.all(
    sources.map(async s => (await s.mine(ctx, { limit, ...(isOpen ? { isOpen: true } : {}) })).map(a => ({ ...a, bizTypeName: translate(ctx.lang, s.label) }))),
  )
  return found
    .flat()
    .sort((a, b) => b.appliedAt.localeCompare(a.appliedAt))
    .slice(0, limit)
    .map(a => ({
      ...a,
      node: a.node ?? null,
      waitsFor: a.waitsFor ?? null,
      waitsSince: a.waitsSince ?? null,
      nextStep: a.nextStep ?? null,
      mobileLink: a.mobileLink ?? null,
    }))
})
const kinds = handle(applicationKinds, async ctx => sourcesOf(ctx).map(s => ({ bizType: s.bizType, name: translate(ctx.lang, s.label) })))
export default [mine, kinds]
