import sql from 'sql-template-tag'
import type { Issue } from '#model'
import { compute, handle } from '#server/context.ts'
import { retryDead } from '#server/events/outbox.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { audit } from '#server/records/verbs.ts'
import { discardDeliveries, eventDelivery, retryDeliveries } from '../model/event-delivery.ts'

export default [
  compute(eventDelivery, ['reason'], async ({ db, lang }, rows) => {
    const found = await db.query<{ id: string; error: string; issue: Issue | null }>(
      sql`select id, error, issue from event_delivery where tenant_id = ${db.me.tenantId} and id = any(${rows.map(row => row.id)}::uuid[])`,
    )
    const known = new Map(found.map(f => [f.id, f.issue ? formatIssue(lang, f.issue) : f.error]))
    for (const row of rows) row.reason = known.get(row.id) ?? null
  }),
  handle(retryDeliveries, async (ctx, { ids }) => {
    const retried = await retryDead(ctx.db, ids)
    if (!retried.length) ctx.refuse('gone')
    await audit(ctx, 'event.retry', eventDelivery.name, null, { ids: retried })
    return { count: retried.length }
  }),
  handle(discardDeliveries, async (ctx, { ids, reason }) => {
    const discarded = await ctx.db.updateWhere(eventDelivery, { id: ids, state: 'dead' }, { state: 'discarded', discardReason: reason }, { returning: ['event', 'listener'] })
    if (!discarded.length) ctx.refuse('gone')
    await audit(ctx, 'event.discard', eventDelivery.name, null, { reason, deliveries: discarded })
    return { count: discarded.length }
  }),
]
