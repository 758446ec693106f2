import sql from 'sql-template-tag'
import { type FlowSubject, subjectOf } from '#flow/index.ts'
import type { Phrase, Wording } from '#model'
import type { Db } from '#server/context.ts'
import { cancelUnwanted, openTodos } from '#server/notifications/todos.ts'
import { versionOf } from '../../flows/server/api.ts'
import { deputyNode, deputyTitle } from './announce.ts'
import { deputyLink, ROW_ID } from './cases.ts'
import { covers, delegationsOn } from './deputies.ts'

interface Open {
  instanceId: string
  processType: string
  defVersionId: string
  rowId: string
  nodeId: string
  ownerId: string
  ownerName: string
  title: string | Phrase
  applicantId: string
  applicantName: string | null
  summary: Wording | null
  dueAt: string | null
}
/** Syncs deputies' todos with their owners' open tasks: opens missing ones, closes obsolete ones. For everybody, or for these owners. */
export async function deputyTodos(db: Db, ownerIds?: readonly string[]): Promise<number> {
  const active = (await delegationsOn(db)).filter(d => !ownerIds || ownerIds.includes(d.userId))
  const tasks = active.length
    ? await openTasksOf(
        db,
        active.map(d => d.userId),
      )
    : []
  const drafts = []
  for (const task of tasks) {
    const subject = subjectOf(task.processType)
    const { graph } = await versionOf(db, task.defVersionId)
    for (const d of active) {
      if (d.userId !== task.ownerId || !subject || !covers(d, task.processType) || d.deputyId === task.applicantId) continue
      drafts.push(draftOf(task, subject, d.deputyId, deputyNode({ graph }, task.nodeId, task.ownerName)))
    }
  }
  await cancelUnwanted(db, { kind: 'approval', links: ownerIds?.map(id => `%?for=${id}`) ?? ['%?for=%'] }, drafts)
  await openTodos(db, drafts)
  return drafts.length
}
const draftOf = (t: Open, subject: FlowSubject, userId: string, node: string) => ({
  userId,
  kind: 'approval' as const,
  title: deputyTitle(t.ownerName, t.title),
  bizType: subject.entity.name,
  bizId: t.rowId,
  node,
  link: deputyLink(t.instanceId, t.ownerId),
  dueAt: t.dueAt,
  applicantName: t.applicantName,
  summary: t.summary,
})
const openTasksOf = (db: Db, ownerIds: readonly string[]): Promise<Open[]> =>
  db.query<Open>(sql`select i.id as "instanceId", i.process_type as "processType", i.def_version_id as "defVersionId", ${ROW_ID} as "rowId", t.node_id as "nodeId",
      t.assignee_id as "ownerId", u.nick_name as "ownerName", coalesce(i.form_snapshot->'title', to_jsonb(i.title)) as title, i.applicant_id as "applicantId", i.applicant_name as "applicantName", i.form_snapshot->'summary' as summary, t.due_at as "dueAt"
    from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
    where t.tenant_id = ${db.me.tenantId} and t.state = 'todo' and t.assignee_id = any(${[...ownerIds]}::uuid[])`)
