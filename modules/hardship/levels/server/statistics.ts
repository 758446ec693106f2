import sql, { type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { aidOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, dictGroup, entityGroup } from '#server/statistics/groupings.ts'
import { aidLevel } from '../model/dictionaries.ts'
import { aidLevelSpan, LEVEL_CAUSES } from '../model/span.ts'
import { levelStatistics } from '../model/statistics.ts'
import { levelsOn } from './api.ts'
import { levelOrder } from './order.ts'

const YEAR = 365
/** Students of the reader's scope who are at school. */
const active = (db: Db): Sql => sql`select s.id from ${db.visible(student).rows()} s where s.status = 'active'`
interface Moved {
  raised: number
  lowered: number
  fresh: number
  gone: number
}
/** Levels now beside those of a year before. */
async function moves(db: Db, on: string): Promise<Moved> {
  const ranks = sql`(select * from unnest(${[...(await levelOrder(db)).keys()]}::text[]) with ordinality as r (level, n))`
  const [row] = await db.query<Moved>(sql`select count(*) filter (where a.n < b.n)::int as raised, count(*) filter (where a.n > b.n)::int as lowered,
      count(*) filter (where b.id is null)::int as fresh, count(*) filter (where a.id is null)::int as gone
    from (select l.id, r.n from (${levelsOn(db, active(db), on)}) l join ${ranks} r on r.level = l.level) a
      full join (select l.id, r.n from (${levelsOn(db, active(db), addDays(on, -YEAR))}) l join ${ranks} r on r.level = l.level) b on b.id = a.id`)
  return row ?? { raised: 0, lowered: 0, fresh: 0, gone: 0 }
}
/** Recognised without any aid in the year, and aided without a level; unknown where no module gives aid. */
async function aid(db: Db, on: string): Promise<{ withoutAid: number | null; aidedOnly: number | null }> {
  const given = aidOf(db, active(db), await schoolYearOn(db, on))
  if (!given) return { withoutAid: null, aidedOnly: null }
  const [row] = await db.query<{
    withoutAid: number
    aidedOnly: number
  }>(sql`select count(*) filter (where g.id is null)::int as "withoutAid", count(*) filter (where l.id is null)::int as "aidedOnly"
    from (${levelsOn(db, active(db), on)}) l full join (select distinct a.id from (${given}) a) g on g.id = l.id`)
  return { withoutAid: row?.withoutAid ?? 0, aidedOnly: row?.aidedOnly ?? 0 }
}
async function heads(db: Db, on: string): Promise<{ total: number; floors: number }> {
  const [row] = await db.query<{ total: number; floors: number }>(sql`select count(*)::int as total,
      (select count(*)::int from aid_recognition r join aid_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
        where r.tenant_id = ${db.me.tenantId} and b.xn = ${await schoolYearOn(db, on)} and r.is_floor and r.level is not null and r.student_id in (${active(db)})) as floors
    from (${active(db)}) s`)
  return row ?? { total: 0, floors: 0 }
}
export default answerStatistics(levelStatistics, {
  rows: ({ db }, { to }) => sql`(select l.*, s.department_id from ${db.visible(aidLevelSpan).rows()} l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    where ${to}::date between l."from" and l."to" and s.status = 'active')`,
  sums: { students: sql`count(distinct student_id)::int` },
  by: {
    byLevel: dictGroup(sql`level`, aidLevel, { isPersonal: true }),
    byCollege: entityGroup(sql`department_id`, department),
    byCause: choiceGroup(sql`cause`, LEVEL_CAUSES),
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: 'hardship:aidLevelSpan:list' },
  each: ({ students = 0 }) => ({ students }),
  async more({ db }, { to }, { sums }) {
    const { total, floors } = await heads(db, to)
    return { share: percentOf(sums.students, total) ?? 0, floors, ...(await aid(db, to)), ...(await moves(db, to)) }
  },
})
