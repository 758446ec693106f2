import sql, { type Sql } from 'sql-template-tag'
import { datesOf } from '#modules/admission/server/api.ts'
import type { Db } from '#server/context.ts'
import { LACKS } from '../model/actions.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { MADE } from '../model/letter-states.ts'

/** Province of a canton. */
const PROVINCE = sql`left(a.source_canton, 2) || '0000'`
/** A letter to check for each admitted student who may still come and has none. Made again, it adds nothing. */
export const makeLetters = async (db: Db, which: Sql): Promise<number> =>
  (
    await db.insertFrom(
      admissionLetter,
      {
        ...{
          studentId: sql`a.id`,
          year: sql`a.year`,
          name: sql`a.name`,
          gradeMajorId: sql`a.grade_major_id`,
          level: sql`a.level`,
          departmentId: sql`a.department_id`,
          province: PROVINCE,
        },
        ...{ recipient: sql`coalesce(a.recipient, a.name)`, address: sql`a.address`, phone: sql`a.phone` },
      },
      sql`admitted_student a where a.tenant_id = ${db.me.tenantId} and a.state in ('imported', 'intended', 'late') and ${which}
        and not exists (select from admission_letter l where l.tenant_id = a.tenant_id and l.student_id = a.id and l.state <> 'void')`,
      { history: false, skipExisting: true },
    )
  ).length
/** 30-LT3: the roll was corrected. A letter that is not made follows it, but for an address that its student has confirmed or the office has checked; one that is made stays as it is
 *  and is outdated where it says something else now. */
export async function followRoll(db: Db, studentIds: readonly string[]): Promise<void> {
  const of = sql`t.student_id = a.id and t.tenant_id = a.tenant_id and a.id = any(${[...studentIds]}::uuid[])`
  const printed = sql`(t.name, t.grade_major_id) is distinct from (a.name, a.grade_major_id)`
  const from = sql`admitted_student a`
  await db.updateWhere(
    admissionLetter,
    sql`${of} and t.state in ('toCheck', 'ready') and (t.name, t.grade_major_id, t.level, t.department_id, t.province) is distinct from (a.name, a.grade_major_id, a.level, a.department_id, ${PROVINCE})`,
    { name: sql`a.name`, gradeMajorId: sql`a.grade_major_id`, level: sql`a.level`, departmentId: sql`a.department_id`, province: PROVINCE },
    { from },
  )
  await db.updateWhere(
    admissionLetter,
    sql`${of} and t.state = 'toCheck' and t.address_confirmed_at is null and (t.recipient, t.address, t.phone) is distinct from (coalesce(a.recipient, a.name), a.address, a.phone)`,
    { recipient: sql`coalesce(a.recipient, a.name)`, address: sql`a.address`, phone: sql`a.phone` },
    { from },
  )
  await db.updateWhere(admissionLetter, sql`${of} and t.state = any(${[...MADE]}::text[]) and t.is_outdated is distinct from (${printed})`, { isOutdated: printed }, { from })
}
export interface Checked {
  id: string
  name: string
  lacks: Array<keyof typeof LACKS>
}
/** 30-LT2: letters in print order, with what each lacks: by province, then candidate number. `l` is the letter. */
export async function checkedLetters(db: Db, which: Sql): Promise<Checked[]> {
  const { arriveFrom } = await datesOf(db)
  return db.query<Checked>(sql`select l.id, l.name, array_remove(array[case when l.name = '' then 'name' end, case when g.id is null then 'major' end,
      case when ${arriveFrom}::date is null then 'reportDate' end, case when coalesce(btrim(l.address), '') = '' then 'address' end,
      case when a.state in ('declined', 'disqualified', 'notReported') then 'gone' end], null) as lacks
    from admission_letter l join admitted_student a on a.tenant_id = l.tenant_id and a.id = l.student_id
      left join grade_major g on g.tenant_id = l.tenant_id and g.id = l.grade_major_id
    where l.tenant_id = ${db.me.tenantId} and ${which} order by l.province, a.ksh collate "C", l.id`)
}
export const lacksText = (lacks: Checked['lacks']): Array<{ text: string }> => lacks.map(key => ({ text: LACKS[key] }))
