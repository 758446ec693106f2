import { handle } from '#server/context.ts'
import { department, major, stuClass } from '../model/organisation.ts'
import { myClass } from '../model/organisation-actions.ts'
import { teacher } from '../model/people.ts'
import { campus, venue } from '../model/places.ts'
import { holdersOn, relationsOf } from './staffing.ts'
import { students } from './student-side.ts'

/** The student's own class. Telephone numbers of counsellor and head teacher are unmasked, because students need to call them. */
export default handle(myClass, async ({ db, me }) => {
  const classId = me.studentId ? await students(db).classOf(db, me.studentId) : null
  const cls = classId ? (await db.cached(stuClass)).get(classId) : undefined
  if (!cls) return null
  const [teachers, venues, departments, majors, campuses, held, mates] = await Promise.all([
    db.cached(teacher),
    db.cached(venue),
    db.cached(department),
    db.cached(major),
    db.cached(campus),
    holdersOn(db),
    students(db).classmates(db, cls.id),
  ])
  const staff = relationsOf(held.byClass, cls.id).flatMap(r => {
    const t = teachers.get(r.teacherId)
    return t
      ? [
          {
            teacherId: t.id,
            role: r.role,
            name: t.name,
            phone: t.phone,
            office: venues.get(t.officeVenueId ?? '')?.name ?? null,
            photoId: t.photoId?.[0] ?? null,
            isPrimary: r.isPrimary,
          },
        ]
      : []
  })
  return {
    id: cls.id,
    classNo: cls.classNo,
    name: cls.name,
    grade: cls.grade,
    majorName: majors.get(cls.majorId)?.name ?? null,
    departmentName: departments.get(cls.departmentId)?.name ?? null,
    campusName: campuses.get(cls.campusId)?.name ?? null,
    monitorName: mates.find(m => m.id === cls.monitorId)?.name ?? null,
    staff: staff.sort((a, b) => b.role.localeCompare(a.role) || Number(b.isPrimary) - Number(a.isPrimary)),
    classmates: mates.map(m => m.name),
  }
})
