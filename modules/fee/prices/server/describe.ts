import type { Phrase, Row } from '#model'
import { educationLevel } from '#model/national.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { building, campus } from '#modules/campus/model/places.ts'
import { roomType } from '#modules/dormitory/places/model/dictionaries.ts'
import { studentCategory } from '#modules/student/model/dictionaries.ts'
import type { Db } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import type { chargeStandard } from '../model/charge-standard.ts'

type Standard = Row<typeof chargeStandard>
const word = async (db: Db, code: string, key: string | null): Promise<string | null> => key && ((await itemsOf(db, code)).get(key)?.dictionaryValue ?? key)
/** What a standard depends on, in words: “2026—2028 级、计算机学院、本科”. */
export async function describe(db: Db, of: Standard): Promise<Phrase> {
  const [campuses, departments, majors, buildings] = await Promise.all([db.cached(campus), db.cached(department), db.cached(major), db.cached(building)])
  const grade: Phrase | null = of.gradeFrom || of.gradeTo ? { text: '{from}—{to} 级', values: { from: of.gradeFrom ?? '', to: of.gradeTo ?? '' } } : null
  const parts = [
    grade,
    campuses.get(of.campusId ?? '')?.name,
    departments.get(of.departmentId ?? '')?.name,
    majors.get(of.majorId ?? '')?.name,
    await word(db, educationLevel.code, of.educationLevel),
    await word(db, studentCategory.code, of.studentCategory),
    buildings.get(of.buildingId ?? '')?.name,
    await word(db, roomType.code, of.roomType),
  ].flatMap(part => part ?? [])
  return parts.length ? { text: '{names}', values: { names: parts } } : { text: '全校' }
}
