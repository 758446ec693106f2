import sql from 'sql-template-tag'
import { actionNamed, type Entity, fill, permissionKey } from '#model'
import type { Ctx } from '../context.ts'
import type { KernelCtx } from '../data/core.ts'
import { presentRows } from '../data/present.ts'
import { translate } from '../i18n/translate.ts'

/** One history entry for display: `at` an ISO time, `action` a record verb or the name of an action, whose title is `label`. */
export interface HistoryEntry {
  at: string
  byName: string
  action: string
  label: string | null
  source: string | null
  changes: Change[]
}
interface Change {
  field: string
  label: string
  from: unknown
  to: unknown
}
/** History of a row that the caller may read, newest first, at most 200 entries. */
export async function history(ctx: KernelCtx, e: Entity, id: string): Promise<HistoryEntry[]> {
  await ctx.db.visibleFor(e, permissionKey(e, 'list')).one(id)
  const rows = await ctx.db.query<{ at: string; userName: string | null; onBehalfOf: string | null; action: string; source: string | null; diff: Diff | null }>(sql`
    select l.at, u.nick_name as "userName", c.nick_name as "onBehalfOf", l.action, l.source, l.diff from operation_log l left join sys_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
    left join sys_user c on c.tenant_id = l.tenant_id and c.id = l.on_behalf_of where l.tenant_id = ${ctx.me.tenantId} and l.biz_type = ${e.name} and l.biz_id = ${id} order by l.at desc limit 200`)
  return rows.map(r => ({
    at: r.at,
    byName: whoDid(ctx, r.userName, r.onBehalfOf),
    action: r.action,
    label: actionNamed(e.name, r.action)?.label ?? null,
    source: r.source,
    changes: changesOf(e, r.diff ?? {}),
  }))
}
function whoDid({ lang }: Ctx, userName: string | null, onBehalfOf: string | null): string {
  const name = userName ?? translate(lang, '系统')
  return onBehalfOf ? fill(translate(lang, '{name}（代 {onBehalfOf}）'), { name, onBehalfOf }) : name
}
type Diff = Record<string, { from: unknown; to: unknown }>
/** Changes for display: personal values masked, sensitive ones and secrets removed. */
export function changesOf(e: Entity, diff: Diff): Change[] {
  maskDiff(e, diff)
  return Object.entries(diff)
    .filter(([n]) => !e.fields[n]?.options.secret)
    .map(([field, d]) => ({ field, label: e.fields[field]?.label ?? field, from: d.from, to: d.to }))
}
function maskDiff(e: Entity, diff: Diff): void {
  for (const side of ['from', 'to'] as const) {
    const row = Object.fromEntries(Object.entries(diff).map(([n, d]) => [n, d[side]]))
    presentRows(e, [row], () => false)
    for (const [n, d] of Object.entries(diff)) d[side] = row[n] ?? null
  }
}
