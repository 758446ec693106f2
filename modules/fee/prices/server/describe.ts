import sql from 'sql-template-tag'
import type { Phrase, Row } from '#model'
import { educationLevel } from '#model/national.ts'
import { roomType } from '#modules/dormitory/places/model/dictionaries.ts'
import { studentCategory } from '#modules/student/model/dictionaries.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { chargeStandard } from '../model/charge-standard.ts'

type Standard = Row<typeof chargeStandard>
const word = async (db: Db, code: string, key: string | null): Promise<string | null> => key && ((await itemsOf(db, code)).get(key)?.dictionaryValue ?? key)
/** What a standard depends on, in words: “2026—2028 级、计算机学院、本科”. */
export async function describe(db: Db, of: Standard): Promise<Phrase> {
  const [names] = await db.query<Record<'campus' | 'department' | 'major' | 'building', string | null>>(sql`select
      (select name from campus x where x.tenant_id = ${db.me.tenantId} and x.id = ${of.campusId}) as campus, (select name from department x where x.tenant_id = ${db.me.tenantId} and x.id = ${of.departmentId}) as department,
      (select name from major x where x.tenant_id = ${db.me.tenantId} and x.id = ${of.majorId}) as major, (select name from building x where x.tenant_id = ${db.me.tenantId} and x.id = ${of.buildingId}) as building`)
  const grade: Phrase | null = of.gradeFrom || of.gradeTo ? { text: '{from}—{to} 级', values: { from: of.gradeFrom ?? '', to: of.gradeTo ?? '' } } : null
  const parts = [
    grade,
    names?.campus,
    names?.department,
    names?.major,
    await word(db, educationLevel.code, of.educationLevel),
    await word(db, studentCategory.code, of.studentCategory),
    names?.building,
    await word(db, roomType.code, of.roomType),
  ].flatMap(part => part ?? [])
  return parts.length ? { text: '{names}', values: { names: parts } } : { text: '全校' }
}
