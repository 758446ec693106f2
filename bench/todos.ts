import type { Bench } from './bench.ts'
import { withClient } from './database.ts'
import { median } from './median.ts'
import { call } from './product.ts'
import type { Line } from './results.ts'
import { ACCOUNTS } from './school.ts'

const OPEN = 30_000
const LIMIT_MS = 1000

/** One user with 30,000 open to-dos: first page and count, as the desktop requests them. */
export async function todos({ databases, session, say }: Bench): Promise<Line[]> {
  await withClient(databases.school, async client => {
    await client.query("delete from todo where biz_type = 'bench'")
    await client.query(
      `insert into todo (tenant_id, user_id, title, biz_type, biz_id, link, kind, arrived_at, due_at, applicant_name)
        select u.tenant_id, u.id, '审批 第 ' || n || ' 件', 'bench', n::text, '/bench/' || n, 'approval', now() - n * interval '1 minute', now() + (n % 900 - 300) * interval '1 hour', '学生' || n
        from sys_user u cross join generate_series(1, $2::int) n where u.user_name = $1`,
      [ACCOUNTS.campusOffice, OPEN],
    )
    await client.query('vacuum analyze todo')
  })
  const page = await median(() => call(session, 'todo/mine?size=20'))
  const byDue = await median(() => call(session, 'todo/mine?size=20&sort=due'))
  const number = await median(() => call(session, 'todo/count'))
  say(`todos: page 1 ${page.toFixed(0)} ms, by due ${byDue.toFixed(0)} ms, number ${number.toFixed(0)} ms`)
  const line = (work: string, ms: number): Line => ({ work, figure: `${ms.toFixed(0)} ms`, target: '≤ 1 s', isMet: ms <= LIMIT_MS })
  return [line('page 1 of one person’s 30,000 open todos, middle of fifteen', page), line('the same, first due first', byDue), line('the number of them', number)]
}
