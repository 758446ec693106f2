import sql from 'sql-template-tag'
import { warningSource } from '#server/extensions/warning-sources.ts'
import type { RoundRow } from '../../rounds/model/round.ts'
import { taskKinds } from './task-kinds.ts'

/**
 * 60-EW: how many days somebody has answered none of the surveys, tests and confirmations that asked them, while one still asks: from their last answer, or from the first question left
 * open since. Who answers anonymously is nobody's to know, so such a task neither asks nor is answered here.
 */
export default warningSource({
  ...{ code: 'workflow.unanswered', title: '问卷和测试', says: '{n} 天没有回应', permission: 'student:student:list' },
  async find(db, students, from) {
    const kinds = db.registered(taskKinds)
    const hidden: string[] = []
    for (const { round, asks } of kinds) if (asks.isAnonymous) for (const row of (await db.unscoped(round).all({})) as RoundRow[]) if (asks.isAnonymous(row)) hidden.push(row.id) // no row leaves here
    return sql`select x.id, now() as at, x.days::float8 as value, 'unanswered' as "sourceId", '/student/profile?id=' || x.id as link
      from (select u.student_id as id, floor(extract(epoch from now() - min(t.arrived_at) filter (where t.state <> 'done' and t.arrived_at > coalesce(d.at, '-infinity')))::numeric / 86400) as days
        from student_account u
          cross join lateral (select max(done_at) as at from todo where tenant_id = u.tenant_id and user_id = u.user_id and state = 'done' and biz_type = any(${kinds.map(k => k.round.name)}::text[])) d
          join todo t on t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.kind = 'task' and t.biz_type = any(${kinds.map(k => k.round.name)}::text[]) and t.biz_id <> all(${hidden}::text[])
            and t.arrived_at >= ${from}::date
        where u.tenant_id = ${db.me.tenantId} and u.student_id in (${students}) group by u.student_id having bool_or(t.state = 'open')) x
      where x.days >= 1`
  },
})
