import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { stuClass } from '../model/organisation.ts'
import { classStaff } from '../model/people.ts'
import { makeCalendar } from './demo/calendar.ts'
import { makeLessons } from './demo/lessons.ts'
import { makeClasses, makeOrganisation } from './demo/organisation.ts'
import { makePlaces } from './demo/places.ts'
import { counsellorsNeeded, makeRelations, makeTeachers, nameLeaders } from './demo/staff.ts'
import { schoolYearAt } from './usual-year.ts'

/** Demo staff that get accounts: a counsellor with classes, a head teacher, a college's head of student affairs, a teacher, an officer. */
export interface DemoStaff {
  fdy: string
  bzr: string
  college: string
  teacher: string
  officer: string
}
/** Base data of the demo except students. 30,000 students give 850 classes and 1,450 staff, scaled down for fewer. */
export default async function demo(db: Db, options: { students: number }): Promise<DemoStaff> {
  const grade = schoolYearAt(today())
  const share = options.students / 30_000
  return db.tx(async inside => {
    const organisation = await makeOrganisation(inside, grade)
    await makePlaces(inside, organisation, share)
    const classes = await makeClasses(inside, organisation, grade, Math.max(20, Math.round(850 * share)))
    const teachers = await makeTeachers(inside, organisation, grade, Math.max(96, Math.round(1450 * share)), counsellorsNeeded(classes))
    await makeRelations(inside, classes, teachers, grade)
    await nameLeaders(inside, teachers)
    await makeCalendar(inside, grade)
    await makeLessons(inside, classes, teachers)
    return staffFor(inside, organisation.departments.get('61')?.id ?? '', teachers)
  })
}
async function staffFor(db: Db, officeId: string, teachers: ReadonlyArray<{ id: string; departmentId: string; duty: string | null; staffCategory: string }>): Promise<DemoStaff> {
  const [relations, classes] = [[...(await db.cached(classStaff)).values()], await db.cached(stuClass)]
  const open = relations.filter(r => r.endDate === null && classes.get(r.classId)?.state === 'active')
  const fdy = open.find(r => r.role === 'fdy')
  const departmentId = classes.get(fdy?.classId ?? '')?.departmentId
  const bzr = open.find(r => r.role === 'bzr' && classes.get(r.classId)?.departmentId === departmentId)
  const find = (test: (t: (typeof teachers)[number]) => boolean): string => teachers.find(test)?.id ?? ''
  return {
    fdy: fdy?.teacherId ?? '',
    bzr: bzr?.teacherId ?? '',
    college: find(t => t.departmentId === departmentId && t.duty === '学工办主任'),
    teacher: find(t => t.staffCategory === 'teacher' && !open.some(r => r.teacherId === t.id)),
    officer: find(t => t.departmentId === officeId),
  }
}
