import sql from 'sql-template-tag'
import type { OutputOf, Row } from '#model'
import { type Db, handle } from '#server/context.ts'
import { student } from '../model/student.ts'
import { stuInfo } from '../model/wire.ts'
import { bedOfStudents } from './bed-side.ts'
import { photosOf } from './photo-side.ts'
import { organisation } from './place.ts'
import { LIST } from './selects.ts'
import { staffOfClasses } from './staff.ts'

/** A student's basic data by account id, default the caller's own. Personal columns are masked. */
export default handle(stuInfo, async ({ db, me }, { userId }) => {
  const studentId = userId ? await studentOf(db, userId) : me.studentId
  if (!studentId) return null
  const row = await db.visibleFor(student, LIST).one(studentId)
  return describe(db, row, userId ?? me.userId)
})
async function studentOf(db: Db, userId: string): Promise<string> {
  const rows = await db.query<{ id: string | null }>(sql`select student_id as id from sys_user where tenant_id = ${db.me.tenantId} and id = ${userId}`)
  return rows[0]?.id ?? userId // an account without a student looks like one out of scope
}
async function describe(db: Db, row: Row<typeof student>, userId: string): Promise<OutputOf<typeof stuInfo>> {
  const [o, staff, beds, photos] = await Promise.all([organisation(db), staffOfClasses(db), bedOfStudents(db, [row.id]), photosOf(db, [row.id])])
  const [bed, photo] = [beds.get(row.id), photos.get(row.id)]
  const { name, genderCode, grade, departmentId, majorId, classId, campusId, level, duration, politicalCode, ethnicityCode, phone, idNo, status } = row
  return {
    userId,
    xh: row.studentNo,
    name,
    genderCode,
    photoUrl: photo ? `/api/flySource-oss/oss/endpoint/link-file?fileId=${photo}` : null,
    grade,
    departmentId,
    departmentName: o.departments.get(departmentId ?? '')?.name ?? null,
    majorId,
    majorName: o.majors.get(majorId ?? '')?.name ?? null,
    classId,
    className: o.classes.get(classId ?? '')?.name ?? null,
    campusId,
    level,
    duration,
    politicalCode,
    ethnicityCode,
    phone,
    idNo,
    ...staff(classId),
    dormFullName: bed?.fullName ?? null,
    bedNo: bed ? String(bed.bedNo) : null,
    status,
  }
}
