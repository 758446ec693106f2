import sql from 'sql-template-tag'
import { attentionSources } from '#modules/dormitory/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { headAccounts } from '../../attention/server/api.ts'

/** Students of begun cases among these. */
const begun = (db: Db, ids: readonly string[]) =>
  db.query<{ studentId: string; people: string[] }>(sql`select t.student_id as "studentId",
      array_remove(array_agg(m.user_id) || array[t.owner_id, t.backup_id], null) as people
    from attention_case t left join attention_member m on m.tenant_id = t.tenant_id and m.case_id = t.id and m.layer = 'ml2' and ${today()}::date between m."from" and m."to"
    where t.tenant_id = ${db.me.tenantId} and t.student_id = any(${[...new Set(ids)]}::uuid[]) and t.opened_at is not null and t.state <> 'closed' group by t.student_id, t.owner_id, t.backup_id`)
/**
 * 20-DN4: whom to put first for a reader who has layer ML1 of their case or above, asked at that moment and kept nowhere. The same relations as in the layers of cases: the team and the
 * head, owner and backup, counsellor and college.
 */
export default attentionSources.make({
  async find(db, asked) {
    const cases = await withStudents(
      db,
      await begun(
        db,
        asked.flatMap(a => a.studentIds),
      ),
    )
    if (!cases.length) return new Map()
    const students = cases.map(c => c.who)
    const [fdy, college, head] = [await staffOfAll(db, students, 'fdy'), await staffOfAll(db, students, 'college'), await headAccounts(db)]
    const readers = new Map(cases.map(({ row, who }, n) => [who.id, new Set([...row.people, ...(fdy[n] ?? []), ...(college[n] ?? []), ...head])]))
    return new Map(asked.map(({ userId, studentIds }) => [userId, new Set(studentIds.filter(id => readers.get(id)?.has(userId)))]))
  },
})
