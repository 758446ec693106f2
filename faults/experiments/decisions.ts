import { addAccounts, freeStudents, walk } from '../../bench/cases.ts'
import { PASSWORD, withClient } from '../../bench/database.ts'
import { signIn } from '../../bench/product.ts'
import { ask, tally } from '../client.ts'
import { type Experiment, finding, none } from '../experiment.ts'

const AT_ONCE = 50
const CASES = 5

export const decisions: Experiment = {
  title: 'Fifty decisions on one approval at the same moment, half of them the other way, at two instances: one counts.',
  control: 'a case is not held while it is decided (`for update` is taken out of the source)',
  without: [{ file: 'kernel/server/data/rows.ts', from: 'Where<E>))} for update`', to: 'Where<E>))}`' }],
  views: ['repeated_decisions', 'repeated_tasks'],
  async run(stage) {
    const instances = [await stage.start(0), await stage.start(1)]
    const port = instances[0]?.port ?? 0
    const students = await withClient(stage.url, async client => {
      await addAccounts(client)
      const names = await freeStudents(client)
      const { rows } = await client.query<{ id: string }>("select id from leave_type where code = 'personal'")
      for (const name of names.slice(0, CASES)) await walk(client, await signIn(port, name, PASSWORD), port, rows[0]?.id ?? '', 0)
      return names.slice(0, CASES)
    })
    const tasks = await stage.rows<{ id: string; name: string }>(
      "select t.id, u.user_name as name from process_task t join sys_user u on u.id = t.assignee_id where t.state = 'todo' and u.user_name like 'bench-fdy-%'",
    )
    const replies = []
    let unsettled = 0
    for (const { id: taskId, name } of tasks) {
      const [counsellor] = await stage.people([name], port)
      if (!counsellor) throw new Error(`${name} is gone`)
      const given = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) =>
          ask({ ...counsellor, port: instances[i % 2]?.port ?? 0 }, `workflow/processTask/${i % 4 < 2 ? 'approve' : 'reject'}`, { taskId, opinion: '同意' }),
        ),
      )
      replies.push(...given)
      if (given.filter(g => g.code === 200).length !== 1) unsettled++
    }
    return [
      finding('applications decided about', `${tasks.length} of ${students.length}`, tasks.length === CASES),
      finding(
        'answers',
        tally(replies),
        replies.every(r => r.code && r.status < 500),
      ),
      none('applications for which not exactly one decision was accepted', unsettled),
    ]
  },
}
