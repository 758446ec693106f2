import sql from 'sql-template-tag'
import type { Effect } from '#flow/index.ts'
import { HOUR_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { type Case, stepNamed } from './cases.ts'

/** End of a wait step; undefined if it names no usable time. */
function untilOf(c: Case, id: string): Date | undefined {
  const node = stepNamed(c.graph, id)
  if (node?.type !== 'wait') return undefined
  const day = node.untilField ? c.row[node.untilField] : undefined
  if (typeof day === 'string') return new Date(day.length === 10 ? schoolMs(day) : day)
  return node.hours ? new Date(Date.now() + node.hours * HOUR_MS) : undefined
}
export const isOverAlready = (c: Case, node: string): boolean => (untilOf(c, node)?.getTime() ?? 0) <= Date.now()

/** Stores when the wait ends, for the scheduled job. */
export async function keepWaits(db: Db, c: Case, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'wait' || !c.state.places.some(p => p.node === effect.node)) continue
    await db.enqueue(sql`insert into process_wait (tenant_id, instance_id, node_id, until) values (${db.me.tenantId}, ${c.instance.id}, ${effect.node}, ${untilOf(c, effect.node)?.toISOString()})
      on conflict (tenant_id, instance_id, node_id) do update set until = excluded.until`)
  }
}
/** Removes the stored times of ended waits. */
export async function forgetWaits(db: Db, c: Case, effects: readonly Effect[]): Promise<void> {
  const left = effects.flatMap(e => (e.kind === 'left' ? [e.node] : []))
  if (left.length) await db.enqueue(sql`delete from process_wait where tenant_id = ${db.me.tenantId} and instance_id = ${c.instance.id} and node_id = any(${left}::text[])`)
}
