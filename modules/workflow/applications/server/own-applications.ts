import sql, { empty } from 'sql-template-tag'
import type { FlowSubject } from '#flow/index.ts'
import type { Phrase } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { type Application, applicationSource } from '#server/extensions/desk-parts.ts'
import { type FileReader, fileReader } from '#server/files/readers.ts'
import { processInstance, processLog, processTask } from '../../cases/model/instance.ts'
import { type Instance, linkOf, nextStepOf, permFor, readingOf, stepsText, titleText, urgeHours } from '../../cases/server/api.ts'
import { graphOf } from '../../flows/server/api.ts'

type Mine = Pick<Instance, 'id' | 'bizType' | 'bizId' | 'title' | 'state' | 'startedAt' | 'currentNodes' | 'waitsFor'> & {
  since: string | null
  phrase: Phrase | null
  isActedOn: boolean
  wasUrged: boolean
}
interface OwnFilters {
  isOpen?: boolean
}
const OPEN = ['pending', 'returned', 'suspended']
const ownOf = ({ me }: Ctx, bizType: string, { isOpen }: OwnFilters) =>
  sql`i.tenant_id = ${me.tenantId} and i.applicant_id = ${me.userId} and i.biz_type = ${bizType}${isOpen ? sql` and i.state = any(${OPEN}::text[])` : empty}`
async function mine(ctx: Ctx, bizType: string, query: OwnFilters & { limit: number }, copyPage: string | undefined): Promise<Application[]> {
  const { db, lang } = ctx
  const rows =
    await db.query<Mine>(sql`select i.id, i.biz_type as "bizType", i.biz_id as "bizId", i.title, i.form_snapshot->'title' as phrase, i.state, i.started_at as "startedAt", i.current_nodes as "currentNodes", i.waits_for as "waitsFor",
      (select min(t.arrived_at) from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.state = 'todo') as since,
      exists (select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.acted_at is not null) as "isActedOn",
      exists (select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.urged_at > now() - make_interval(hours => ${await urgeHours(db)})) as "wasUrged"
    from process_instance i where ${ownOf(ctx, bizType, query)} order by i.started_at desc limit ${query.limit}`)
  return rows.map(r => ({
    bizType: r.bizType,
    bizId: r.bizId,
    title: titleText(lang, r),
    state: r.state === 'suspended' ? 'pending' : r.state,
    appliedAt: r.startedAt,
    node: r.currentNodes && stepsText(lang, r.currentNodes),
    waitsFor: r.waitsFor,
    waitsSince: r.since,
    nextStep: nextStepOf(lang, r),
    link: linkOf(r.id),
    instanceId: r.id,
    can: r.state === 'pending' ? [...(r.wasUrged ? [] : (['urge'] as const)), ...(r.isActedOn ? [] : (['withdraw'] as const))] : [],
    copyLink: copyPage && !OPEN.includes(r.state) ? `${copyPage}?copy=${r.bizId}` : null,
  }))
}
const countOf = async (ctx: Ctx, bizType: string, query: OwnFilters): Promise<number> =>
  (await ctx.db.query<{ n: number }>(sql`select count(*)::int as n from process_instance i where ${ownOf(ctx, bizType, query)}`))[0]?.n ?? 0
/** Fewer decisions say nothing about the next one. */
const ENOUGH = 5
const usualMinutes = async ({ db }: Ctx, bizType: string): Promise<number | null> =>
  (
    await db.query<{ minutes: number | null }>(sql`select case when count(*) >= ${ENOUGH} then round(avg(duration_work_min))::int end as minutes from process_instance
      where tenant_id = ${db.me.tenantId} and biz_type = ${bizType} and state in ('approved', 'rejected') and duration_work_min is not null and ended_at > now() - interval '180 days'`)
  )[0]?.minutes ?? null
/** "My applications", one source per kind of application, so that the personal centre can tell them apart. `copyPage`: its form, which takes `?copy=`. */
export const sourceOf = (bizType: string, label: string, copyPage?: string) =>
  applicationSource({
    bizType,
    label,
    mine: (ctx, query) => mine(ctx, bizType, query, copyPage),
    count: (ctx, query) => countOf(ctx, bizType, query),
    usualMinutes: ctx => usualMinutes(ctx, bizType),
    ...(copyPage ? { applyPage: copyPage } : {}),
  })

const instanceOf = async (db: Db, id: string): Promise<Instance | undefined> => db.unscoped(processInstance).find({ id }) // access is checked next
async function mayRead(db: Db, instanceId: string | undefined): Promise<boolean> {
  const instance = instanceId ? await instanceOf(db, instanceId) : undefined
  return Boolean(instance && (await readingOf({ db, me: db.me }, instance)))
}
const instanceIdOf = async (db: Db, table: 'process_task' | 'process_log', id: string): Promise<string | undefined> =>
  (
    await db.query<{ id: string }>(
      table === 'process_task'
        ? sql`select instance_id as id from process_task where tenant_id = ${db.me.tenantId} and id = ${id}`
        : sql`select instance_id as id from process_log where tenant_id = ${db.me.tenantId} and id = ${id}`,
    )
  )[0]?.id
/** Readers of a case may read its signatures, the files of its conversation, and those of its row. */
const readers: FileReader[] = [
  fileReader(processTask, async (db, id) => mayRead(db, await instanceIdOf(db, 'process_task', id))),
  fileReader(processLog, async (db, id) => mayRead(db, await instanceIdOf(db, 'process_log', id))),
]
/** Files of a field hidden at the reader's step are hidden, too (10-W9). */
export async function mayReadFile(db: Db, subject: FlowSubject, rowId: string, field: string | null): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    sql`select id from process_instance where tenant_id = ${db.me.tenantId} and ((biz_type = ${subject.entity.name} and biz_id = ${rowId}) or form_snapshot->>'rowId' = ${rowId}) order by started_at desc`,
  )
  for (const { id } of rows) {
    const instance = await instanceOf(db, id)
    const reading = instance && (await readingOf({ db, me: db.me }, instance))
    if (!instance || !reading) continue
    const graph = await graphOf(db, instance.defVersionId)
    if (!field || !subject.form.includes(field) || permFor({ graph }, reading, field) !== 'hidden') return true
  }
  return false
}
export default readers
