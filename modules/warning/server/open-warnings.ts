import sql, { type Sql } from 'sql-template-tag'
import { roleHolds } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { studentCount } from '#server/extensions/student-counts.ts'
import { warningSources } from '#server/extensions/warning-sources.ts'
import { atSchool } from '#server/statistics/groupings.ts'
import { ownCards } from '../model/actions.ts'
import { warningCase } from '../model/warning-case.ts'
import { seenBy } from './cards.ts'
import { settingsOf } from './settings.ts'

const dayOf = (at: Sql): Sql => sql`(${atSchool(at)})::date`
/** Without a reader the sum `v.score` is of the sources whose facts the school lets counsellors read. */
function ofCounsellors(db: Db): Sql {
  const sources = db.registered(warningSources)
  return sql`cross join lateral (select coalesce(sum((p->>'points')::numeric), 0)::float8 as score from jsonb_array_elements(c.parts) p
    join unnest(${sources.map(s => s.code)}::text[], ${sources.map(s => s.permission)}::text[]) k(code, permission) on k.code = p->>'source' where ${roleHolds(db, 'fdy', sql`k.permission`)}) v`
}
/** Whether a student is on the counsellor's list of warnings on a day. Neither reasons nor scores are told: whom to talk to is no decision about anybody (60-EW2). */
export default studentCount({
  code: 'warnings',
  async find(db, day, reader) {
    const { noticeFrom } = await settingsOf(db)
    const cases = reader ? reader.db.visibleFor(warningCase, ownCards.permission).rows() : sql`warning_case`
    return sql`select c.student_id, count(*) as n from ${cases} c ${reader ? seenBy(reader) : ofCounsellors(db)}
      where c.tenant_id = ${db.me.tenantId} and v.score >= ${noticeFrom}::float8
        and ${dayOf(sql`c.opened_at`)} <= ${day} and (c.closed_at is null or ${dayOf(sql`c.closed_at`)} > ${day}) group by 1`
  },
})
