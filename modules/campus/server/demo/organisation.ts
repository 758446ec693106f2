import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { department, gradeMajor, major, stuClass } from '../../model/organisation.ts'
import { campus } from '../../model/places.ts'
import { CAMPUSES, COLLEGES, OFFICES } from './catalogue.ts'

export const two = (n: number): string => String(n).padStart(2, '0')
const byCode = <T extends { id: string; code: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map(r => [r.code, r]))
export interface Organisation {
  campuses: ReadonlyMap<string, Row<typeof campus>>
  departments: ReadonlyMap<string, Row<typeof department>>
  /** In the order of the catalogue: college after college. */
  majors: ReadonlyArray<Row<typeof major>>
  gradeMajors: ReadonlyArray<Row<typeof gradeMajor>>
}
/** Campuses, offices, colleges with their student-affairs offices, 60 majors and grade-majors of six entry years. */
export async function makeOrganisation(db: Db, grade: number): Promise<Organisation> {
  await db.insertMany(
    campus,
    CAMPUSES.map((c, sort) => ({ ...c, sort, isEnabled: true })),
  )
  const campuses = byCode(await db.unscoped(campus).all()) // demo data: no data scope
  const campusOf = (code: string): string => campuses.get(code)?.id as string
  const colleges = COLLEGES.map((c, i) => ({
    code: two(i + 1),
    name: c.name,
    shortName: c.shortName,
    deptType: '1',
    campusId: campusOf(c.campus),
    parentId: null as string | null,
    sort: i,
    isEnabled: true,
  }))
  const offices = OFFICES.map(([code, name, deptType], i) => ({
    code,
    name,
    shortName: name.slice(0, 20),
    deptType,
    campusId: campusOf('01'),
    parentId: null as string | null,
    sort: 50 + i,
    isEnabled: true,
  }))
  await db.insertMany(department, [...colleges, ...offices])
  const top = byCode(await db.unscoped(department).all())
  const below = colleges.flatMap((c, i) =>
    ['学生工作办公室', '教学办公室'].map((name, n) => ({
      ...c,
      code: `${two(i + 1)}0${n + 1}`,
      name: `${c.shortName}${name}`,
      shortName: `${c.shortName}${n ? '教学办' : '学工办'}`,
      deptType: '2',
      parentId: top.get(c.code)?.id ?? null,
      sort: n,
    })),
  )
  await db.insertMany(department, below)
  const departments = byCode(await db.unscoped(department).all())
  const majors = await makeMajors(db, departments)
  return { campuses, departments, majors, gradeMajors: await makeGradeMajors(db, majors, departments, grade) }
}
async function makeMajors(db: Db, departments: Organisation['departments']): Promise<Row<typeof major>[]> {
  const drafts = COLLEGES.flatMap((c, i) =>
    c.majors.split(',').map((line, n) => {
      const [name = '', nationalCode = '', shortName = '', years = '3'] = line.split(' ')
      const duration = Number(years)
      return {
        code: `${two(i + 1)}${two(n + 1)}`,
        name,
        nationalCode,
        shortName,
        departmentId: departments.get(two(i + 1))?.id as string,
        level: '5',
        duration,
        maxYears: duration + 2,
        isEnabled: true,
      }
    }),
  )
  await db.insertMany(major, drafts)
  return db.unscoped(major).all({}, { sort: ['code'] })
}
async function makeGradeMajors(db: Db, majors: readonly Row<typeof major>[], departments: Organisation['departments'], grade: number) {
  const campusOf = new Map([...departments.values()].map(d => [d.id, d.campusId]))
  await db.insertMany(
    gradeMajor,
    majors.flatMap(m =>
      Array.from({ length: 6 }, (_, i) => ({
        name: `${grade - i}级${m.name}`,
        grade: grade - i,
        majorId: m.id,
        departmentId: m.departmentId,
        duration: m.duration,
        level: m.level,
        campusId: campusOf.get(m.departmentId) as string,
        planned: 160,
      })),
    ),
  )
  return db.unscoped(gradeMajor).all()
}
export type DemoClass = Row<typeof stuClass>

/** Running classes spread over current entry years, and some that ended last summer. */
export async function makeClasses(db: Db, { majors, gradeMajors }: Organisation, grade: number, wanted: number): Promise<DemoClass[]> {
  const used = majors.slice(0, Math.min(majors.length, Math.max(1, Math.ceil(wanted / 3))))
  const of = new Map(gradeMajors.map(g => [`${g.grade}:${g.majorId}`, g]))
  const running = used.flatMap(m => Array.from({ length: Math.ceil(m.duration) }, (_, i) => of.get(`${grade - i}:${m.id}`)).filter(g => g !== undefined))
  const past = used
    .slice(0, Math.ceil(wanted / 15))
    .flatMap(m => (m.duration === 3 ? [of.get(`${grade - 3}:${m.id}`)] : []))
    .filter(g => g !== undefined)
  const shortNames = new Map(majors.map(m => [m.id, m]))
  const draft = (g: Row<typeof gradeMajor>, n: number, state: 'active' | 'ended') => ({
    classNo: `${two(g.grade % 100)}${shortNames.get(g.majorId)?.code ?? ''}${two(n)}`,
    name: `${g.grade}${shortNames.get(g.majorId)?.shortName ?? ''}${n}班`,
    gradeMajorId: g.id,
    grade: g.grade,
    majorId: g.majorId,
    departmentId: g.departmentId,
    campusId: g.campusId,
    capacity: 45,
    startDate: `${g.grade}-09-01`,
    expectedEnd: `${g.grade + g.duration}-07-01`,
    state,
  })
  const drafts = Array.from({ length: wanted }, (_, i) => draft(running[i % running.length] as Row<typeof gradeMajor>, Math.floor(i / running.length) + 1, 'active'))
  await db.insertMany(stuClass, [...drafts, ...past.map(g => draft(g, 1, 'ended'))])
  return db.unscoped(stuClass).all()
}
