import sql from 'sql-template-tag'
import type { Ctx, Db } from '#server/context.ts'
import { processInstance } from '../../cases/model/instance.ts'
import { type Business, type Instance, nextStepOf, readingOf, stepsText } from '../../cases/server/api.ts'

/** How far an application is. */
export interface CaseProgress {
  instanceId: string
  state: Instance['state']
  currentNodes: string | null
  waitsFor: string | null
  waitsSince: string | null
  nextStep: string | null
}
type Stored = Omit<CaseProgress, 'nextStep'> & { bizId: string }
/** State of the newest application of each row; rows never submitted are absent. The caller has scoped the rows. */
export async function casesOf(db: Db, bizType: string, bizIds: readonly string[], lang: Ctx['lang'] = 'zh-cn'): Promise<Map<string, CaseProgress>> {
  if (!bizIds.length) return new Map()
  const rows =
    await db.query<Stored>(sql`select distinct on (i.biz_id) i.biz_id as "bizId", i.id as "instanceId", i.state, i.current_nodes as "currentNodes", i.waits_for as "waitsFor",
      (select min(t.arrived_at) from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.state = 'todo') as "waitsSince"
    from process_instance i where i.tenant_id = ${db.me.tenantId} and i.biz_type = ${bizType} and i.biz_id = any(${[...bizIds]}::text[]) order by i.biz_id, i.started_at desc`)
  return new Map(rows.map(({ bizId, ...row }) => [bizId, { ...row, currentNodes: row.currentNodes && stepsText(lang, row.currentNodes), nextStep: nextStepOf(lang, row) }]))
}

/** Whether the caller decides on the row's case now, or is deputy of who does. */
export async function mayDecide(ctx: Pick<Ctx, 'db' | 'me'>, { bizType, bizId }: Business): Promise<boolean> {
  const instances = await ctx.db.unscoped(processInstance).all({ bizType, bizId, state: 'pending' }) // access is checked next
  for (const instance of instances) if ((await readingOf(ctx, instance))?.nodes.some(n => n.isOpen)) return true
  return false
}
/** Whether this user may read the application of a row (10-W16): for a module's own view of the row beside the case. */
export async function mayReadRow(ctx: Pick<Ctx, 'db' | 'me'>, { bizType, bizId }: Business): Promise<boolean> {
  const instances = await ctx.db.unscoped(processInstance).all({ bizType, bizId }, { sort: ['-startedAt'] }) // access is checked next
  for (const instance of instances) if (await readingOf(ctx, instance)) return true
  return false
}
