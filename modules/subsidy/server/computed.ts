import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { aidOf, studentNumbers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db } from '#server/context.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyGrant } from '../model/grant.ts'

/** All aid of students in a school year, in fen. */
async function sums(db: Db, ids: readonly string[], xn: string): Promise<Map<string, number>> {
  const aids = aidOf(db, sql`select unnest(${[...ids]}::uuid[])`, xn)
  const rows = aids ? await db.query<{ id: string; sum: number }>(sql`select a.id, sum(a.amount)::float8 as sum from (${aids}) a group by 1`) : []
  return new Map(rows.map(r => [r.id, r.sum]))
}
export default [
  ...studentNumbers(subsidyGrant),
  compute(subsidyApplication, ['waitingDays', 'yearAid'], async ({ db }, rows) => {
    for (const [xn, of] of Map.groupBy(rows, r => r.xn ?? '')) {
      const had = await sums(
        db,
        of.map(r => r.studentId ?? ''),
        xn,
      )
      for (const row of of) {
        const until = row.decidedAt ? schoolDate(row.decidedAt) : today()
        Object.assign(row, { yearAid: had.get(row.studentId ?? '') ?? 0, waitingDays: row.createdAt ? daysBetween(schoolDate(row.createdAt), until) : 0 })
      }
    }
  }),
]
