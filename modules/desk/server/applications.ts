import { handle } from '#server/context.ts'
import { askedPage } from '#server/data/asked-page.ts'
import type { KernelCtx } from '#server/data/core.ts'
import { type ApplicationSource, applicationSources } from '#server/extensions/desk-parts.ts'
import { translate } from '#server/i18n/translate.ts'
import { applicationKinds, myApplications } from '../model/own.ts'

const sourcesOf = (ctx: object): readonly ApplicationSource[] => (ctx as KernelCtx).core.registry.of(applicationSources)

/** A page of the caller's applications in all modules, newest first. */
const mine = handle(myApplications, async (ctx, { isOpen, bizType, current, size }) => {
  const page = askedPage({ current, size })
  const open = isOpen ? { isOpen: true } : {}
  const sources = sourcesOf(ctx).filter(s => !bizType || s.bizType === bizType)
  // each has its newest; together they hold every page up to this one
  const found = await Promise.all(
    sources.map(async s => (await s.mine(ctx, { limit: page.at * page.many, ...open })).map(a => ({ ...a, bizTypeName: translate(ctx.lang, s.label) }))),
  )
  const counts = await Promise.all(sources.map(s => s.count(ctx, open)))
  const result = found
    .flat()
    .sort((a, b) => b.appliedAt.localeCompare(a.appliedAt))
    .slice((page.at - 1) * page.many, page.at * page.many)
    .map(({ node = null, waitsFor = null, waitsSince = null, nextStep = null, mobileLink = null, instanceId = null, copyLink = null, can = [], ...a }) => ({
      ...a,
      ...{ node, waitsFor, waitsSince, nextStep, mobileLink, instanceId, copyLink },
      can: [...can],
    }))
  return {
    result,
    page: page.head(counts.reduce((sum, n) => sum + n, 0)),
  }
})
const kinds = handle(applicationKinds, async ctx => sourcesOf(ctx).map(s => ({ bizType: s.bizType, name: translate(ctx.lang, s.label) })))
export default [mine, kinds]
