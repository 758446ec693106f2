import sql from 'sql-template-tag'
import type { FlowSubject } from '#flow/index.ts'
import { HOUR_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { NOTIFICATION_EVENT } from '#server/notifications/notify.ts'
import { decideTask, resubmit, submit, withdraw } from '../cases/server/api.ts'
import { workMinutesOf } from '../flows/server/api.ts'

const MOST_STEPS = 8
/** Scripted history of a demo application: the decisions at each step in order; the last one repeats. A returned application is resubmitted if more follow. */
export interface PastDecision {
  action: 'approve' | 'reject' | 'return' | 'withdraw'
  opinion: string | null
  /** Since the step was reached. */
  hours: number
}
export interface PastCase {
  row: { id: string } & Record<string, unknown>
  startedAt: string
  decisions: readonly [PastDecision, ...PastDecision[]]
}
/** A point in the demo run and the time it represents. */
interface Mark {
  instanceId: string
  from: string
  at: string
}
/** Past applications for demo schools: they run through the real engine without notifications, then all timestamps are dated back. */
export async function makePast(db: Db, subject: FlowSubject, cases: readonly PastCase[]): Promise<void> {
  const quiet: Db = Object.create(db, {
    emitMany: { value: async (event: string, payloads: Parameters<Db['emitMany']>[1]) => (event === NOTIFICATION_EVENT ? undefined : db.emitMany(event, payloads)) },
  })
  const marks: Mark[] = []
  for (const one of cases) marks.push(...(await walk(quiet, subject, one)))
  await dateBack(db, marks)
  await countWork(
    db,
    marks.map(m => m.instanceId),
  )
}
async function walk(db: Db, subject: FlowSubject, { row, startedAt, decisions }: PastCase): Promise<Mark[]> {
  const by = (userId: string) => ({ db, me: { ...db.me, userId }, lang: 'zh-cn' as const })
  const now = (): string => new Date().toISOString()
  const first = { from: now(), at: startedAt }
  const { instanceId } = await submit(by(''), subject, row)
  const marks: Mark[] = [{ instanceId, ...first }]
  let at = Date.parse(startedAt)
  for (let n = 0; n < MOST_STEPS; n++) {
    const [task] = await db.query<{ id: string; userId: string }>(
      sql`select id, assignee_id as "userId" from process_task where tenant_id = ${db.me.tenantId} and instance_id = ${instanceId} and state = 'todo' order by no limit 1`,
    )
    const { action, opinion, hours } = decisions[Math.min(n, decisions.length - 1)] ?? decisions[0]
    if (!task) break
    at += hours * HOUR_MS
    marks.push({ instanceId, from: now(), at: new Date(at).toISOString() })
    if (action === 'withdraw') await withdraw(by(''), { bizType: subject.entity.name, bizId: row.id }, opinion)
    else await decideTask(by(task.userId), { taskId: task.id, action, opinion })
    if (action !== 'return' || n + 1 >= decisions.length) continue
    at += HOUR_MS
    marks.push({ instanceId, from: now(), at: new Date(at).toISOString() })
    await resubmit(by(''), subject, row)
  }
  return marks
}
/** Rows written between two marks get the time of the first. */
async function dateBack(db: Db, marks: readonly Mark[]): Promise<void> {
  const tenant = db.me.tenantId
  const m = sql`(select "instanceId"::uuid as id, "from"::timestamptz as since, coalesce(lead("from"::timestamptz) over (partition by "instanceId" order by "from"), 'infinity') as until, at::timestamptz as at
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) x("instanceId" text, "from" text, at text))`
  await db.query(sql`update process_log l set at = m.at, created_at = m.at, actor_id = case when l.action in ('submit', 'resubmit', 'withdraw') then i.applicant_id else l.actor_id end
    from ${m} m join process_instance i on i.tenant_id = ${tenant} and i.id = m.id where l.tenant_id = ${tenant} and l.instance_id = m.id and l.at >= m.since and l.at < m.until`)
  await db.query(sql`update process_task t set due_at = t.due_at + (m.at - t.arrived_at), arrived_at = m.at, created_at = m.at
    from ${m} m where t.tenant_id = ${tenant} and t.instance_id = m.id and t.arrived_at >= m.since and t.arrived_at < m.until`)
  await db.query(sql`update process_task t set acted_at = m.at, updated_at = m.at, acted_by = case when t.state = 'done' then t.assignee_id end
    from ${m} m where t.tenant_id = ${tenant} and t.instance_id = m.id and t.acted_at >= m.since and t.acted_at < m.until`)
  await db.query(sql`update process_instance i set started_at = m.first, created_at = m.first, updated_at = m.last, ended_at = case when i.ended_at is not null then m.last end
    from (select id, min(at) as first, max(at) as last from ${m} a group by id) m where i.tenant_id = ${tenant} and i.id = m.id`)
  await db.query(sql`update process_cc c set sent_at = i.updated_at, created_at = i.updated_at from process_instance i
    where c.tenant_id = ${tenant} and i.tenant_id = c.tenant_id and i.id = c.instance_id and i.id = any(${marks.map(one => one.instanceId)}::uuid[])`)
  await db.query(sql`update todo t set arrived_at = case when t.state = 'open' then i.updated_at else i.started_at end, created_at = i.started_at, done_at = case when t.state <> 'open' then i.updated_at end
    from process_instance i where t.tenant_id = ${tenant} and i.tenant_id = t.tenant_id and i.biz_type = t.biz_type and i.biz_id = t.biz_id and i.id = any(${marks.map(one => one.instanceId)}::uuid[])`)
}
/** Recomputes working time from the changed timestamps. */
async function countWork(db: Db, instanceIds: readonly string[]): Promise<void> {
  const spans = await db.query<{ id: string; from: string; to: string }>(sql`select id, arrived_at as "from", acted_at as "to" from process_task
      where tenant_id = ${db.me.tenantId} and state = 'done' and instance_id = any(${[...instanceIds]}::uuid[])
    union all select id, started_at, ended_at from process_instance where tenant_id = ${db.me.tenantId} and ended_at is not null and id = any(${[...instanceIds]}::uuid[])`)
  const minutes = await workMinutesOf(
    db,
    spans.map(s => [new Date(s.from), new Date(s.to)]),
  )
  const worked = sql`unnest(${spans.map(s => s.id)}::uuid[], ${minutes}::int[]) w(id, minutes)`
  await db.query(sql`update process_task t set work_min = w.minutes from ${worked} where t.tenant_id = ${db.me.tenantId} and t.id = w.id`)
  await db.query(sql`update process_instance i set duration_work_min = w.minutes from ${worked} where i.tenant_id = ${db.me.tenantId} and i.id = w.id`)
}
