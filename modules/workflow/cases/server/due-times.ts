import sql from 'sql-template-tag'
import { isAsking, subjectOf } from '#flow/index.ts'
import { type Db, on } from '#server/context.ts'
import { type MovedDeadline, moveDeadlines } from '#server/notifications/todos.ts'
import { dueAt, graphOf } from '../../flows/server/api.ts'
import { processTask } from '../model/instance.ts'
import { ROW_ID } from './cases.ts'

interface Open {
  id: string
  processType: string
  rowId: string
  versionId: string
  nodeId: string
  arrivedAt: string
  dueAt: string
}
/** Open tasks whose time between arrival and deadline includes one of these days. */
const touched = (db: Db, dates: readonly string[]): Promise<Open[]> =>
  db.query<Open>(sql`select t.id, i.process_type as "processType", ${ROW_ID} as "rowId", i.def_version_id as "versionId", t.node_id as "nodeId", t.arrived_at as "arrivedAt", t.due_at as "dueAt"
    from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.tenant_id = ${db.me.tenantId} and t.state in ('todo', 'delegated', 'waiting') and t.due_at is not null
      and exists (select from unnest(${[...dates]}::date[]) d where (t.arrived_at at time zone 'Asia/Shanghai')::date <= d and (t.due_at at time zone 'Asia/Shanghai')::date >= d)`)

/** 10-W10: when the calendar changes, recomputes deadlines on tasks and todos. Computed from the arrival time, so idempotent. */
export default on('campus.calendarChanged', 'workflow.dueTimes', async ({ db }, { dates }) => {
  const days = Array.isArray(dates) ? dates.filter(d => typeof d === 'string') : []
  const moved: Array<MovedDeadline & { id: string }> = []
  for (const task of await touched(db, days)) {
    const step = (await graphOf(db, task.versionId)).nodes.find(n => n.id === task.nodeId)
    if (!step || !isAsking(step) || !step.timeout?.workingTime) continue
    const due = await dueAt(db, new Date(task.arrivedAt), step.timeout)
    if (due.getTime() !== Date.parse(task.dueAt))
      moved.push({ id: task.id, kind: 'approval', bizType: subjectOf(task.processType)?.entity.name ?? '', bizId: task.rowId, was: task.dueAt, dueAt: due.toISOString() })
  }
  await db.updateMany(
    processTask,
    moved.map(({ id, dueAt }) => ({ id, dueAt })),
    { history: false }, // derived from the calendar, which has a history of its own
  )
  await moveDeadlines(db, moved)
})
