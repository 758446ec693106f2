import sql from 'sql-template-tag'
import type { CaseState } from '#flow/index.ts'
import type { Ctx } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { workMinutesOf } from '../../flows/server/api.ts'
import type { LOG_ACTIONS, TASK_STATES } from '../model/instance.ts'
import { stepsText } from './labels.ts'

type Action = keyof typeof LOG_ACTIONS
interface StoredTask {
  id: string
  instanceId: string
  no: number
  node: string
  nodeName: string
  round: number
  userId: string
  name: string
  photo: string | null
  role: string | null
  actedByName: string | null
  actedBy: string | null
  mode: 'all' | 'any' | 'sequence'
  state: keyof typeof TASK_STATES
  action: Action | null
  opinion: string | null
  signature: string | null
  arrivedAt: string
  actedAt: string | null
  dueAt: string | null
  workMin: number | null
  urgedCount: number
  urgedAt: string | null
}
export type TaskView = Awaited<ReturnType<typeof tasksOf>>[number]
/** All tasks of these cases in order of creation; running ones with their elapsed time. */
export async function tasksOf({ db, me, lang }: Ctx, instanceIds: readonly string[], state: CaseState) {
  const rows =
    await db.query<StoredTask>(sql`select t.id, t.instance_id as "instanceId", t.no, t.node_id as node, t.node_name as "nodeName", t.round, t.assignee_id as "userId", u.nick_name as name, p.photo_id->>0 as photo,
      t.role_source as role, case when t.acted_by is distinct from t.assignee_id then b.nick_name end as "actedByName", t.acted_by as "actedBy", t.mode, t.state, t.action, t.opinion, t.signature->>0 as signature,
      t.arrived_at as "arrivedAt", t.acted_at as "actedAt", t.due_at as "dueAt", t.work_min as "workMin", t.urged_count as "urgedCount", t.urged_at as "urgedAt"
    from process_task t join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id left join teacher p on p.tenant_id = u.tenant_id and p.id = u.teacher_id
    left join sys_user b on b.tenant_id = t.tenant_id and b.id = t.acted_by
    where t.tenant_id = ${me.tenantId} and t.instance_id = any(${[...instanceIds]}::uuid[]) order by t.arrived_at, t.no`)
  const now = new Date()
  const waited = await workMinutesOf(
    db,
    rows.map(r => [new Date(r.arrivedAt), r.state === 'todo' ? now : new Date(r.actedAt ?? r.arrivedAt)] as const),
  )
  const added = new Map(state.tasks.map(t => [t.no, t.addedAs]))
  return rows.map(({ userId, name, photo, role, workMin, instanceId, actedBy, opinion, ...r }, i) => ({
    ...r,
    opinion: spoken(lang, opinion, actedBy),
    nodeName: translate(lang, r.nodeName),
    person: { id: userId, name, role: role && translate(lang, role), photo },
    addedAs: (instanceId === instanceIds[0] ? added.get(r.no) : undefined) ?? null,
    waitedMin: r.state === 'waiting' ? null : (workMin ?? waited[i] ?? null),
  }))
}
/** System texts in the record, in the reader's language. */
const spoken = (lang: Ctx['lang'], opinion: string | null, by: string | null): string | null => (opinion && !by ? translate(lang, opinion) : opinion)
interface StoredLog {
  id: string
  nodeName: string | null
  actorName: string | null
  onBehalfOfName: string | null
  action: Action
  from: string | null
  to: string | null
  opinion: string | null
  diff: Record<string, { from: unknown; to: unknown }> | null
  isForced: boolean
  at: string
  files: Array<{ id: string; name: string }>
}
type Diff = Array<{ label: string; from: string | null; to: string | null }>
/** The record of these cases, oldest first. */
export async function logsOf({ db, me, lang }: Ctx, instanceIds: readonly string[], read: (diff: NonNullable<StoredLog['diff']>) => Promise<Diff>) {
  const rows =
    await db.query<StoredLog>(sql`select l.id, l.node_name as "nodeName", u.nick_name as "actorName", o.nick_name as "onBehalfOfName", l.action, l."from", l."to", l.opinion, l.diff, l.is_forced as "isForced", l.at,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name)) from attachment a where a.tenant_id = l.tenant_id and a.biz_type = 'processLog' and a.biz_id = l.id), '[]') as files
    from process_log l left join sys_user u on u.tenant_id = l.tenant_id and u.id = l.actor_id left join sys_user o on o.tenant_id = l.tenant_id and o.id = l.on_behalf_of
    where l.tenant_id = ${me.tenantId} and l.instance_id = any(${[...instanceIds]}::uuid[]) order by l.at, l.id`)
  return Promise.all(
    rows.map(async row => ({
      ...row,
      nodeName: row.nodeName && translate(lang, row.nodeName),
      from: row.from && stepsText(lang, row.from),
      to: row.to && stepsText(lang, row.to),
      opinion: spoken(lang, row.opinion, row.actorName),
      diff: row.diff ? await read(row.diff) : [],
    })),
  )
}
export const copiesOf = ({ db, me }: Ctx, instanceId: string): Promise<Array<{ name: string; sentAt: string; readAt: string | null }>> =>
  db.query(sql`select u.nick_name as name, c.sent_at as "sentAt", c.read_at as "readAt" from process_cc c join sys_user u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where c.tenant_id = ${me.tenantId} and c.instance_id = ${instanceId} order by c.sent_at, u.nick_name`)
