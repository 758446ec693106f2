import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/**
 * Writes the anonymous answers of these surveys anew, in random order and with new random ids, in one statement: until then the row lies where, and carries the mark of the
 * transaction by which, it came; from then on neither joins it to a ticket (60-SV4).
 */
export async function shuffle(db: Db, surveyIds: readonly string[]): Promise<number> {
  const moved = await db.query(sql`with gone as (delete from survey_anonymous_answer where tenant_id = ${db.me.tenantId} and survey_id = any(${[...surveyIds]}::uuid[]) returning *)
    insert into survey_anonymous_answer (tenant_id, survey_id, version_no, strata, answers, channel, flags, is_valid)
    select tenant_id, survey_id, version_no, strata, answers, channel, flags, is_valid from gone order by random() returning 1`)
  return moved.length
}
