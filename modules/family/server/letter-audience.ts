import sql, { type Sql } from 'sql-template-tag'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type HomeLetter, homeLetter } from '../model/home-letter.ts'
import { changedWithin } from './ask-consent.ts'
import { settingsOf } from './settings.ts'

/**
 * The students of a letter, each with the guardian who reads it: one who can be reached before others, a number that has stood for a while before one entered or changed lately.
 * Nothing goes to a number that is the student's own.
 */
export const addresseesOf = async (db: Db, letter: HomeLetter): Promise<Sql> => guardiansToText(db, await roundAccounts(db, homeLetter, letter))
/** The same of any people in SQL that have a `student_id`. */
export async function guardiansToText(db: Db, people: Sql): Promise<Sql> {
  const { phoneDays } = await settingsOf(db)
  return sql`(select a.student_id, g.id as guardian_id, case when g.reaches then g.phone end as phone,
      case when g.reaches is not true then 'noPhone' when g.changed then 'toCheck' else 'waiting' end as state
    from (select distinct x.student_id from ${people} x where x.student_id is not null) a
    left join lateral (select f.id, f.phone, f.reaches, f.changed from (
        select m.id, m.phone, m.created_at, m.phone is not null and m.phone is distinct from s.phone as reaches, ${changedWithin(phoneDays)} as changed
        from family_member m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
        where m.tenant_id = ${db.me.tenantId} and m.student_id = a.student_id and m.is_guardian) f
      order by f.reaches desc, f.changed, f.created_at, f.id limit 1) g on true)`
}
