import { citizenIdCheck, type Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { addRegistration } from '#testing/registrations.ts'
import { openSchool, type School } from '#testing/school.ts'
import { addDays } from './model/days.ts'
import { department, gradeMajor, major, stuClass } from './model/organisation.ts'
import { classStaff, teacher } from './model/people.ts'
import { campus } from './model/places.ts'
import { personFor } from './server/persons.ts'
import { type StudentSide, studentSides } from './server/student-side.ts'

/** A small school: two colleges with a major each, two entry years, four classes. */
export interface Place {
  school: School
  db: Db
  campusId: string
  collegeA: string
  collegeB: string
  office: string
  majorA: string
  majorB: string
  /** `2025A`, `2026A`, `2025B` … → id. */
  gradeMajors: Record<string, string>
  /** `A1`, `A2`, `B1` … → id. */
  classes: Record<string, string>
  teacher(name: string, options?: { departmentId?: string; status?: Row<typeof teacher>['status'] }): Promise<string>
  relation(classId: string, teacherId: string, options?: Partial<Row<typeof classStaff>>): Promise<string>
}
let counter = 0
/** A valid citizen identity number, unique within the run. */
export function idNumber(options: { birth?: string; male?: boolean; canton?: string } = {}): string {
  counter++
  const sequence = String((counter * 2 + (options.male ? 1 : 0)) % 1000).padStart(3, '0')
  const birth = (options.birth ?? addDays('1970-01-01', counter)).replaceAll('-', '')
  const first = `${options.canton ?? '420106'}${birth}${sequence}`
  return first + citizenIdCheck(first)
}
export async function openPlace(): Promise<Place> {
  const school = await openSchool()
  const { db } = school
  const { id: campusId } = await db.insert(campus, { code: 'N', name: '南校区', isEnabled: true })
  const college = async (code: string, name: string, deptType = '1') => (await db.insert(department, { code, name, deptType, isEnabled: true })).id
  const [collegeA, collegeB, office] = [await college('01', '信息学院'), await college('02', '机电学院'), await college('90', '学生工作处', '2')]
  const programme = async (code: string, name: string, departmentId: string) =>
    (await db.insert(major, { code, name, shortName: name.slice(0, 2), departmentId, level: '5', duration: 3, maxYears: 5, isEnabled: true })).id
  const [majorA, majorB] = [await programme('510203', '软件技术', collegeA), await programme('460301', '机电一体化技术', collegeB)]
  const gradeMajors: Record<string, string> = {}
  for (const [key, grade, majorId, departmentId, name] of [
    ['2025A', 2025, majorA, collegeA, '软件技术'],
    ['2026A', 2026, majorA, collegeA, '软件技术'],
    ['2025B', 2025, majorB, collegeB, '机电一体化技术'],
  ] as const)
    gradeMajors[key] = (await db.insert(gradeMajor, { name: `${grade}级${name}`, grade, majorId, departmentId, duration: 3, level: '5', campusId })).id
  const classes: Record<string, string> = {}
  for (const [key, name, of, departmentId, majorId] of [
    ['A1', '2025软件1班', '2025A', collegeA, majorA],
    ['A2', '2025软件2班', '2025A', collegeA, majorA],
    ['B1', '2025机电1班', '2025B', collegeB, majorB],
    ['B2', '2025机电2班', '2025B', collegeB, majorB],
  ] as const) {
    const draft = {
      classNo: `25${key}`,
      name,
      gradeMajorId: gradeMajors[of] as string,
      grade: 2025,
      majorId,
      departmentId,
      campusId,
      capacity: 45,
      startDate: '2025-09-01',
      expectedEnd: '2028-07-01',
      state: 'active' as const,
    }
    classes[key] = (await db.insert(stuClass, draft)).id
  }
  let staff = 0
  return {
    school,
    db,
    campusId,
    collegeA,
    collegeB,
    office,
    majorA,
    majorB,
    gradeMajors,
    classes,
    async teacher(name, options = {}) {
      const idNo = idNumber({ male: true })
      const staffNo = `T${String(++staff).padStart(5, '0')}`
      const person = await personFor(db, { idType: '1', idNo, name })
      const draft = {
        staffNo,
        personId: person,
        name,
        genderCode: '1',
        idType: '1',
        idNo,
        departmentId: options.departmentId ?? collegeA,
        staffCategory: 'fullFdy',
        phone: '13800000000',
      }
      return (await db.insert(teacher, { ...draft, status: options.status ?? 'active' })).id
    },
    async relation(classId, teacherId, options = {}) {
      return (await db.insert(classStaff, { classId, teacherId, role: 'fdy', startDate: addDays(today(), -100), isPrimary: true, ...options })).id
    },
  }
}
/** Stub of the student module: number of students per class. */
export function fakeStudents({ school }: Pick<Place, 'school'>, counts: Record<string, number>, more: Partial<StudentSide> = {}): void {
  const byClass = async (_db: Db, ids: readonly string[]) => new Map(ids.map(id => [id, counts[id] ?? 0]))
  addRegistration(school.server.core.registry, studentSides, {
    countByClass: byClass,
    keepingOpen: byClass,
    countInGradeMajors: async () => 0,
    gradeMajorsMoved: async () => 0,
    accountsOf: async () => [],
    classOf: async () => null,
    classmates: async () => [],
    ...more,
  })
}
