import sql from 'sql-template-tag'
import type { AskStep, FlowEdge, FlowGraph, FlowNode } from '#flow/index.ts'
import { errandRegistry, errandTables } from '#testing/errand.ts'
import { type Fixture, fixture } from '#testing/fixture.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import { processBinding, processDef, processVersion } from './flows/model/process.ts'

const NEEDED = ['campus', 'student', 'system', 'message', 'desk', 'workflow']
type SmallSchool = School & { ids: Readonly<Record<'info' | 'art' | 's2301' | 'n2301' | 'a2301' | 'lin' | 'he', string>> }
/** The student module's test helpers, passed in by the test. */
export interface Students {
  smallSchool: Fixture<SmallSchool>
  selfOf(school: School, studentId: string): Promise<Actor>
  draftOf(classId: string): Record<string, unknown>
}
/** A small school with the made-up application `errand`, some staff, and students of 林知夏's class and of another college. */
export interface FlowSchool extends SmallSchool {
  officer: Actor
  admin: Actor
  fdy: Actor
  college: Actor
  student: Actor
  other: Actor
}
export const flowSchool = async (students: Students): Promise<FlowSchool> =>
  fixture('flow', students.smallSchool, school => peopleOf(school, students))({ registry: await errandRegistry(NEEDED) })

async function peopleOf(school: SmallSchool, { selfOf, draftOf }: Students): Promise<Omit<FlowSchool, keyof SmallSchool>> {
  await errandTables(school.server.core.url)
  const { ids } = school
  const officer = await school.as({ roles: ['officer'], nickName: '李主任' })
  const admin = await school.as({ roles: ['admin'], nickName: '管理员' })
  const fdy = await school.as({ roles: ['fdy'], teacherId: ids.lin, departmentId: ids.info, nickName: '林知夏' })
  const college = await school.as({ roles: ['college'], departmentId: ids.info, nickName: '陈书记' })
  const studentIn = async (classId: string): Promise<Actor> => selfOf(school, (await officer.post<{ id: string }>('base/student/add', draftOf(classId))).data.id)
  const [student, other] = [await studentIn(ids.s2301), await studentIn(ids.a2301)]
  // as the program does when it creates student accounts
  await school.db.query(
    sql`update sys_user u set department_id = s.department_id from student s where u.tenant_id = ${school.tenantId} and s.tenant_id = u.tenant_id and s.id = u.student_id`,
  )
  return { officer, admin, fdy, college, student, other }
}
/** Staff created by a test. */
export const staff = (school: FlowSchool, nickName: string, more: Parameters<FlowSchool['as']>[0] = {}): Promise<Actor> =>
  school.as({ roles: ['teacher'], departmentId: school.ids.info, nickName, ...more })

/** An approval step with defaults. */
export const asks = (id: string, approvers: AskStep['approvers'], more: Partial<AskStep> = {}): AskStep => ({
  id,
  type: 'approve',
  name: `${id}审批`,
  approvers,
  multi: { kind: 'any' },
  emptyPolicy: 'owner',
  samePolicy: 'ask',
  ...more,
})
export const people = (...who: readonly Actor[]): AskStep['approvers'] => ({ by: 'people', userIds: who.map(w => w.userId) })
/** A linear flow. */
export function line(...steps: readonly FlowNode[]): FlowGraph {
  const nodes: FlowNode[] = [{ id: 'start', type: 'start', name: '开始' }, ...steps, { id: 'end', type: 'end', name: '结束' }]
  const edges: FlowEdge[] = nodes.slice(1).map((node, i) => ({ from: nodes[i]?.id ?? '', to: node.id }))
  return { nodes, edges }
}
let count = 0
/** Publishes a flow and binds it to a new batch; applications of the batch use it. */
export async function flow(school: FlowSchool, graph: FlowGraph, more: { ownerIds?: string[]; code?: string } = {}): Promise<string> {
  count++
  const code = more.code ?? `t${count}`
  const def = await school.db.insert(processDef, {
    code,
    name: `流程${count}`,
    processType: 'errand',
    ownerIds: more.ownerIds ?? null,
    state: 'published',
    currentVersion: 1,
    draft: graph,
  })
  await school.db.insert(processVersion, { defId: def.id, no: 1, graph, publishedAt: new Date().toISOString() })
  const batchId = `batch${count}`
  await school.db.insert(processBinding, { processType: 'errand', batchId, defId: def.id, priority: 0 })
  return batchId
}
export interface HandedIn {
  id: string
  instanceId: string
}
export const handIn = async (who: Actor, batchId: string, draft: Record<string, unknown> = {}): Promise<HandedIn> => {
  const answer = await who.post<HandedIn>('errand/errand/handIn', { place: '市医院', days: 2, kind: 'sick', batchId, ...draft })
  if (answer.code !== 200) throw new Error(`handIn: ${answer.code} ${answer.msg}`)
  return answer.data
}
export interface TaskRow {
  id: string
  no: number
  node: string
  userId: string
  state: string
  action: string | null
  round: number
  actedBy: string | null
}
export const tasksOf = (school: FlowSchool, instanceId: string): Promise<TaskRow[]> =>
  school.db.query<TaskRow>(
    sql`select id, no, node_id as node, assignee_id as "userId", state, action, round, acted_by as "actedBy" from process_task where instance_id = ${instanceId} order by no`,
  )
/** The open task of somebody in a case. */
export async function todoOf(school: FlowSchool, instanceId: string, who: Actor): Promise<string> {
  const found = (await tasksOf(school, instanceId)).findLast(t => t.userId === who.userId && t.state === 'todo')
  return found?.id ?? ''
}
export interface LogRow {
  action: string
  actorId: string | null
  onBehalfOf: string | null
  opinion: string | null
  to: string | null
  isForced: boolean
}
export const logsOf = (school: FlowSchool, instanceId: string): Promise<LogRow[]> =>
  school.db.query<LogRow>(
    sql`select action, actor_id as "actorId", on_behalf_of as "onBehalfOf", opinion, "to", is_forced as "isForced" from process_log where instance_id = ${instanceId} order by at, id`,
  )
export const stateOf = async (school: FlowSchool, { id, instanceId }: HandedIn): Promise<{ row: string; log: string | null; instance: string }> => {
  const [found] = await school.db.query<{ row: string; log: string | null; instance: string }>(
    sql`select e.state as row, e.log, i.state as instance from errand e, process_instance i where e.id = ${id} and i.id = ${instanceId}`,
  )
  return found ?? { row: '', log: null, instance: '' }
}
export const todosOf = (
  school: FlowSchool,
  who: Actor,
): Promise<Array<{ title: string; node: string; state: string; result: string | null; doneBy: string | null; kind: string; bizId: string }>> =>
  school.db.query(sql`select title, node, state, result, done_by as "doneBy", kind, biz_id as "bizId" from todo where user_id = ${who.userId} order by arrived_at, id`)
export const rule = (answer: Answer<unknown>): string => `${answer.code} ${answer.errors[0]?.rule ?? ''}`
export const approve = (who: Actor, taskId: string, more: Record<string, unknown> = {}) =>
  who.post<{ state: string; nextStep: string | null }>('workflow/processTask/approve', { taskId, ...more })
export const reject = (who: Actor, taskId: string, opinion: string | null = '不行') => who.post<{ state: string }>('workflow/processTask/reject', { taskId, opinion })
export const giveBack = (who: Actor, taskId: string, to: string, more: Record<string, unknown> = {}) =>
  who.post('workflow/processTask/return', { taskId, to, opinion: '请补充', ...more })
/** The case page as seen by a user. */
export interface SeenCase {
  id: string
  title: string
  state: string
  nextStep: string | null
  form: Array<{ name: string; perm: string; value: unknown; text: string | null; was: string | null }>
  tasks: Array<{ id: string; no: number; node: string; person: { name: string }; actedByName: string | null; state: string; opinion: string | null; addedAs: string | null }>
  logs: Array<{
    action: string
    actorName: string | null
    onBehalfOfName: string | null
    isForced: boolean
    opinion: string | null
    diff: Array<{ label: string; from: string | null; to: string | null }>
  }>
  cc: Array<{ name: string; readAt: string | null }>
  standing: Record<string, string>
  ahead: Array<{ node: string; people: string | null; why: string | null }>
  mine: {
    taskId: string
    kind: string
    onBehalfOfName: string | null
    needOpinion: string
    returnTo: Array<{ node: string }>
    choose: Array<{ node: string; people: Array<{ id: string }> }>
    phrases: string[]
    added: Array<{ name: string }>
  } | null
  can: string[]
  cannot: Record<string, string>
}
export const seen = (who: Actor, instanceId: string) => who.get<SeenCase>('workflow/processInstance/case', { id: instanceId })
