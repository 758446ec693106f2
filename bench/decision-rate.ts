import { text } from 'node:stream/consumers'
import pg from 'pg'

/** `decision-rate.ts <connections> <warm-up> <seconds>`, task ids of counsellors on standard input: decisions per second by the writes alone. Nothing is validated or looked
 *  up: the next approver and all values are known. */
const [connections = 16, warmUp = 1, seconds = 5] = process.argv.slice(2).map(Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: connections })
const left = (await text(process.stdin)).split('\n').filter(Boolean)

interface Task {
  id: string
  no: number
  tenant_id: string
  instance_id: string
  assignee_id: string
  biz_id: string
  title: string
  next_id: string
}
interface Flow {
  tasks: object[]
  [key: string]: unknown
}
/** Materialised step by step, because the planner has no statistics on how often a case's text contains a leave's id. */
const FIND = `with asked as materialized (select * from process_task where tenant_id = (select tenant_id from sys_user where user_name = 'bench-officer') and id = any($1)),
  about as materialized (select t.*, i.biz_id, i.title from asked t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id),
  asking as materialized (select department_id, id from sys_user where user_name like 'bench-col-%')
  select t.id, t.no, t.tenant_id, t.instance_id, t.assignee_id, t.biz_id, t.title, c.id as next_id from about t join leave l on l.tenant_id = t.tenant_id and l.id = t.biz_id::uuid
    join asking c on c.department_id = l.department_id`
const known = new Map((await pool.query<Task>(FIND, [left])).rows.map(t => [t.id, t]))

async function decide(client: pg.PoolClient, t: Task): Promise<void> {
  const run = <R extends pg.QueryResultRow>(name: string, sql: string, values: unknown[]): Promise<pg.QueryResult<R>> => client.query<R>({ name, text: sql, values })
  const now = new Date()
  await run('begin', 'begin', [])
  await run('row', 'select * from leave where tenant_id = $1 and id = $2 for update', [t.tenant_id, t.biz_id])
  const { rows } = await run<{ flow: Flow }>('case', 'select * from process_instance where tenant_id = $1 and id = $2 for update', [t.tenant_id, t.instance_id])
  const flow = rows[0]?.flow ?? { tasks: [] }
  const next = { no: 2, node: 'college', round: 1, userId: t.next_id, originalUserId: t.next_id, role: '学院', state: 'todo', order: 1, kind: 'decide', visit: 2 }
  const decided = {
    ...flow,
    places: [{ node: 'college', visit: 2 }],
    passed: ['start', 'fdy'],
    tasks: [...flow.tasks.map(task => ({ ...task, state: 'done', action: 'approve' })), next],
    lastNo: 2,
  }
  await run(
    'update case',
    `update process_instance set state = 'pending', flow = $3, current_nodes = '学院', waits_for = $4, version = version + 1, updated_at = now(), updated_by = $5 where tenant_id = $1 and id = $2`,
    [t.tenant_id, t.instance_id, JSON.stringify(decided), '管理', t.assignee_id],
  )
  await run(
    'done',
    `update process_task set state = 'done', action = 'approve', opinion = '同意', acted_at = $3, acted_by = $4, work_min = 5, version = version + 1, updated_at = now(), updated_by = $4 where tenant_id = $1 and id = $2`,
    [t.tenant_id, t.id, now, t.assignee_id],
  )
  await run(
    'next',
    `insert into process_task (tenant_id, id, instance_id, no, node_id, node_name, round, assignee_id, original_assignee_id, role_source, mode, "order", state, arrived_at, due_at, created_by, updated_by)
      values ($1, uuidv7(), $2, $3, 'college', '学院', 1, $4, $4, '学院', 'any', 1, 'todo', $5, $5::timestamptz + interval '48 hours', $6, $6)`,
    [t.tenant_id, t.instance_id, t.no + 1, t.next_id, now, t.assignee_id],
  )
  await run(
    'log',
    `insert into process_log (tenant_id, id, instance_id, task_id, node_id, node_name, actor_id, action, "from", "to", opinion, is_forced, at, created_by, updated_by)
      values ($1, uuidv7(), $2, $3, 'fdy', '辅导员', $4, 'approve', '辅导员', '学院', '同意', false, $5, $4, $4)`,
    [t.tenant_id, t.instance_id, t.id, t.assignee_id, now],
  )
  await run(
    'close',
    `update todo set state = 'done', done_at = now(), done_by = $3, result = '同意', version = version + 1, updated_at = now(), updated_by = $3
      where tenant_id = $1 and biz_type = 'leave' and biz_id = $2 and state = 'open' and node = '辅导员' and user_id = $3`,
    [t.tenant_id, t.biz_id, t.assignee_id],
  )
  await run(
    'open',
    `insert into todo (tenant_id, user_id, kind, title, biz_type, biz_id, node, link, due_at, created_by, updated_by)
      values ($1, $2, 'approval', $3, 'leave', $4, '学院', $5, $6::timestamptz + interval '48 hours', $7, $7)`,
    [t.tenant_id, t.next_id, t.title, t.biz_id, `/workflow/case/${t.instance_id}`, now, t.assignee_id],
  )
  await run('tell', 'insert into outbox (tenant_id, event, payload, done_at) values ($1, $2, $3, now())', [t.tenant_id, 'message.told', toldOf(t)])
  await run('commit', 'commit', [])
}
/** Inserted as already handled, so that no notification is sent for a measurement. */
const toldOf = ({ next_id, biz_id, title, instance_id }: Task): object => ({
  event: 'workflow.arrived',
  to: [next_id],
  values: { title, applicant: '', node: '学院', by: '', opinion: '同意' },
  bizType: 'leave',
  bizId: biz_id,
  link: `/workflow/case/${instance_id}`,
})
let done = 0
async function work(until: number): Promise<void> {
  const client = await pool.connect()
  while (performance.now() < until) {
    const task = known.get(left.pop() ?? '')
    if (!task) break
    await decide(client, task)
    done++
  }
  client.release()
}
const all = (ms: number): Promise<unknown> => Promise.all(Array.from({ length: connections }, () => work(performance.now() + ms)))
await all(warmUp * 1000)
done = 0
const began = performance.now()
await all(seconds * 1000)
process.stdout.write(`${(done * 1000) / (performance.now() - began)}`)
await pool.end()
