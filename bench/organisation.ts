import { department, gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'
import { classStaff, person, teacher } from '#modules/campus/model/people.ts'
import { campus } from '#modules/campus/model/places.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { CAMPUSES, COLLEGES, className, counsellorName, departmentName, GRADES, MAJORS, majorName } from './generate.ts'

/** Ids of the places and programmes of the school. */
export interface Place {
  campuses: string[]
  offices: string[]
  /** Department ids by college and campus. */
  departments: Map<string, string>
  majors: Map<string, string>
  gradeMajors: Map<string, string>
  classes: Map<string, string>
}
const pad = (n: number, width: number): string => String(n).padStart(width, '0')
/** Colleges at each campus. */
export const pairs = COLLEGES.flatMap((_, college) => CAMPUSES.map((_, at) => ({ college, at })))
const programmes = pairs.flatMap(p => MAJORS.map((_, m) => ({ ...p, m })))
const years = programmes.flatMap(p => GRADES.map(grade => ({ ...p, grade })))
const keyed = <T>(items: readonly T[], key: (item: T) => string): Map<string, string> => new Map(items.map(item => [key(item), uuidv7()]))
/** Key of a department, or with a major and a grade of what stands below it. */
export const placeKey = (p: { college: number; at: number; m?: number; grade?: number }): string => [p.college, p.at, p.m, p.grade].filter(x => x !== undefined).join('/')

/** Campuses, colleges, majors, classes and their counsellors. */
export async function organisation(db: Db): Promise<Place> {
  const made: Place = {
    campuses: CAMPUSES.map(() => uuidv7()),
    offices: CAMPUSES.map(() => uuidv7()),
    departments: keyed(pairs, placeKey),
    majors: keyed(programmes, placeKey),
    gradeMajors: keyed(years, placeKey),
    classes: keyed(years, placeKey),
  }
  const at = (map: Map<string, string>, p: Parameters<typeof placeKey>[0]): string => map.get(placeKey(p)) as string
  const level = { level: '5', duration: 3 }
  const gradeMajorOf = (p: (typeof years)[number]) => ({
    grade: p.grade,
    majorId: at(made.majors, { college: p.college, at: p.at, m: p.m }),
    departmentId: at(made.departments, { college: p.college, at: p.at }),
    campusId: made.campuses[p.at] as string,
  })
  await db.insertMany(
    campus,
    CAMPUSES.map((name, i) => ({ id: made.campuses[i], code: `C${i + 1}`, name: `${name}校区`, isEnabled: true }) as never),
  )
  await db.insertMany(
    department,
    CAMPUSES.map((name, i) => ({ id: made.offices[i], code: `O${i + 1}`, name: `${name}校区管理委员会`, deptType: '1', isEnabled: true, sort: 0 }) as never),
  )
  await db.insertMany(
    department,
    pairs.map(
      p =>
        ({
          id: at(made.departments, p),
          code: `D${pad(p.college + 1, 2)}${p.at + 1}`,
          name: departmentName(p.college, p.at),
          parentId: made.offices[p.at],
          campusId: made.campuses[p.at],
          deptType: '1',
          isEnabled: true,
          sort: p.college,
        }) as never,
    ),
  )
  await db.insertMany(
    major,
    programmes.map(
      p =>
        ({
          ...level,
          id: at(made.majors, p),
          code: `${pad(p.college + 1, 2)}${p.at + 1}${p.m + 1}`,
          name: majorName(p.college, p.m),
          departmentId: at(made.departments, { college: p.college, at: p.at }),
          maxYears: 5,
          isEnabled: true,
        }) as never,
    ),
  )
  await db.insertMany(
    gradeMajor,
    years.map(p => ({ ...level, ...gradeMajorOf(p), id: at(made.gradeMajors, p), name: `${p.grade}级${majorName(p.college, p.m)}${CAMPUSES[p.at]}` }) as never),
  )
  await db.insertMany(
    stuClass,
    years.map(
      p =>
        ({
          ...gradeMajorOf(p),
          id: at(made.classes, p),
          classNo: `${p.grade}${pad(p.college + 1, 2)}${p.at + 1}${p.m + 1}`,
          name: className({ college: p.college, campus: p.at, major: p.m, classNo: 1 }, p.grade),
          gradeMajorId: at(made.gradeMajors, p),
          capacity: 200,
          startDate: `${p.grade}-09-01`,
          expectedEnd: `${p.grade + 3}-07-01`,
          state: 'active',
        }) as never,
    ),
  )
  await counsellors(db, made)
  return made
}
/** One counsellor per college. */
async function counsellors(db: Db, place: Place): Promise<void> {
  const staff = pairs.map((p, i) => ({
    ...p,
    id: uuidv7(),
    personId: uuidv7(),
    name: counsellorName(p.college, p.at),
    staffNo: `T${pad(i + 1, 4)}`,
    idNo: `P${pad(i + 1, 8)}`,
    departmentId: place.departments.get(placeKey(p)) as string,
  }))
  await db.insertMany(
    person,
    staff.map(s => ({ id: s.personId, idType: 'A', idNo: s.idNo, name: s.name }) as never),
  )
  const common = { idType: 'A', genderCode: '2', staffCategory: 'fullFdy', phone: '13800000000', status: 'active' }
  await db.insertMany(
    teacher,
    staff.map(({ college: _college, at: _at, ...s }) => ({ ...common, ...s }) as never),
  )
  const of = new Map(staff.map(s => [placeKey(s), s.id]))
  await db.insertMany(
    classStaff,
    years.map(
      y =>
        ({
          classId: place.classes.get(placeKey(y)),
          teacherId: of.get(placeKey({ college: y.college, at: y.at })),
          role: 'fdy',
          startDate: `${y.grade}-09-01`,
          isPrimary: true,
        }) as never,
    ),
  )
}
