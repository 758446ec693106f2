import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { hasOpenTodos, keepTodos, openObjects } from '#server/notifications/todos.ts'
import { claimRound } from '../model/round.ts'
import { leftOf } from './board.ts'
import { type Round, readRound } from './facts.ts'

const TODO = 'claimLeft'
const NAMED = 20
interface Counsellor {
  userId: string
  count: number
  names: string[]
}
/** Counsellors of students without a bed, and these students. */
const counsellorsOf = (db: Db, studentIds: readonly string[]): Promise<Counsellor[]> =>
  db.query<Counsellor>(sql`select h.user_id as "userId", count(*)::int as count, array_agg(s.name order by s.student_no) as names
    from student s join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.user_id is not null
    where s.tenant_id = ${db.me.tenantId} and s.id = any(${[...studentIds]}::uuid[]) group by h.user_id`)

/** 20-DC9: one to-do per settled round for counsellors with students without a bed. */
export async function askCounsellors(db: Db, round: Round, left: ReadonlyArray<{ studentId: string }>): Promise<void> {
  const people = await counsellorsOf(
    db,
    left.map(l => l.studentId),
  )
  const own = { kind: 'task', link: `/dormitory/claims?round=${round.id}`, priority: 'high' } as const
  await keepTodos(
    db,
    { bizType: TODO, bizId: round.id },
    people.map(({ userId, count, names }) => ({
      ...{ ...own, userId, summary: firstPeople(names, NAMED) },
      title: { text: '“{round}”结束，{n} 名学生没有床位', values: { round: round.name, n: count } },
    })),
    '都有床位',
  )
}
/** Beds are given in many ways, and students leave or change class: what is still open is counted anew. */
async function followLeft(db: Db): Promise<number> {
  const open = await openObjects(db, TODO)
  for (const row of await db.unscoped(claimRound).all({ id: open })) {
    // scheduled job without a user: no data scope applies
    const round = readRound(row)
    await askCounsellors(db, round, await leftOf(db, round, false))
  }
  return open.length
}
export default scheduledJob('dormitory.claimLeft', '更新未选床位学生的待办', '*/10 * * * *', followLeft, {
  due: hasOpenTodos(TODO),
})
