import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup } from '#server/statistics/groupings.ts'
import { CONFLICT_CODES, presenceConflict } from '../model/conflict.ts'
import { presenceState } from '../model/presence-state.ts'
import { conflictStatistics } from '../model/statistics.ts'

/** Found in the span. A missed return that settled by itself was none: a record came late, or the student had been seen. */
export default answerStatistics(conflictStatistics, {
  rows: ({ db }, { from, to }) => sql`(select c.* from ${db.visibleFor(presenceConflict, conflictStatistics.permission).rows()} c
    where (c.opened_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date)`,
  sums: {
    found: sql`count(*)::int`,
    resolved: sql`count(*) filter (where state = 'resolved')::int`,
    faded: sql`count(*) filter (where state = 'auto')::int`,
    open: sql`count(*) filter (where state = 'open')::int`,
    minutes: sql`round(percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 60) filter (where state = 'resolved'))::int`,
    due: sql`count(*) filter (where code = 'PC2')::int`,
    falsely: sql`count(*) filter (where code = 'PC2' and state = 'auto')::int`,
  },
  by: { byCode: choiceGroup(sql`code`, CONFLICT_CODES), byCollege: entityGroup(sql`department_id`, department) },
  each: sums => sums,
  async more({ db }) {
    const [now] = await db.query<{ students: number; high: number }>(sql`select count(*)::int as students, count(*) filter (where s.confidence = 'high')::int as high
      from ${db.visibleFor(presenceState, conflictStatistics.permission).rows()} s where s.state <> 'notAtSchool'`)
    const { students = 0, high = 0 } = now ?? {}
    return { students, high, highShare: percentOf(high, students) }
  },
})
