import sql from 'sql-template-tag'
import type { Row } from '#model'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { admitStudents } from '#modules/student/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { sized } from '#server/demo/options.ts'
import { distributionLine } from '../model/line.ts'
import { distributionPair } from '../model/pair.ts'
import { distributionPlan, USUAL_BALANCE } from '../model/plan.ts'
import { previewed } from './preview.ts'

type GradeMajor = Row<typeof gradeMajor>
/** The plan the classes of the youngest grade came from; newcomers of three majors without a class, previewed; and a draft for the same. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  const classes = [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active')
  const newest = Math.max(...classes.map(c => c.grade ?? 0))
  const majors = [...(await db.cached(gradeMajor)).values()]
    .filter(g => g.grade === newest && classes.some(c => c.gradeMajorId === g.id))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (!officer || majors.length < 3) return
  await published(db, majors, classes, officer.id)
  const count = sized(students, 900, 90)
  const places = await nextYear(db, majors.slice(0, 3), count)
  const coming = await admitted(db, places, count)
  const plan = { grade: newest + 1, gradeMajorIds: places.map(p => p.id), classIds: places.flatMap(p => p.classIds), balance: [...USUAL_BALANCE] }
  const shown = await db.insert(distributionPlan, { name: `${newest + 1} 级春季入学分班`, ...plan, seed: 26 })
  // of the first major come every third of them
  const [first = '', , , second = '', , , third = '', , , fourth = ''] = coming
  await db.insertMany(distributionPair, [
    { planId: shown.id, kind: 'together', studentId: first, otherId: second, note: '双胞胎' },
    { planId: shown.id, kind: 'apart', studentId: third, otherId: fourth, note: '同名' },
  ])
  await previewed(db, shown)
  await db.insert(distributionPlan, { name: `${newest + 1} 级春季入学分班（只按性别）`, ...plan, balance: ['gender'], seed: 1 })
}) satisfies Demo

async function published(db: Db, majors: readonly GradeMajor[], classes: ReadonlyArray<Row<typeof stuClass>>, officerId: string): Promise<void> {
  const gradeMajorIds = majors.map(g => g.id)
  const own = classes.filter(c => gradeMajorIds.includes(c.gradeMajorId))
  const plan = await db.insert(distributionPlan, {
    ...{ name: `${majors[0]?.grade} 级新生分班`, grade: majors[0]?.grade ?? 0, gradeMajorIds, classIds: own.map(c => c.id), balance: [...USUAL_BALANCE], seed: 2 },
    ...{ state: 'published', previewedAt: moment(-85, '15:20'), publishedAt: moment(-84, '09:00'), publishedBy: officerId },
  })
  const placed = await db.insertFrom(
    distributionLine,
    { planId: sql`${plan.id}::uuid`, studentId: sql`s.id`, gradeMajorId: sql`s.grade_major_id`, classId: sql`s.class_id` },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and s.class_id = any(${own.map(c => c.id)}::uuid[])`,
    { history: false },
  )
  await db.update(distributionPlan, plan.id, { studentCount: placed.length, placedCount: placed.length })
}
interface Place {
  id: string
  classIds: string[]
}
/** The same majors a year later, each with two classes that are being set up for so many. */
async function nextYear(db: Db, majors: readonly GradeMajor[], count: number): Promise<Place[]> {
  const capacity = Math.ceil(count / majors.length / 2) + 5
  const places: Place[] = []
  for (const [at, { name, grade, majorId, departmentId, duration, level, campusId }] of majors.entries()) {
    const next = grade + 1
    const { id } = await db.insert(gradeMajor, { name: name.replace(String(grade), String(next)), grade: next, majorId, departmentId, duration, level, campusId })
    const classIds: string[] = []
    for (const n of [1, 2]) {
      const made = await db.insert(stuClass, {
        ...{ classNo: `${next}9${at}0${n}`, name: `${name.replace(/^\d+级?/, '')}${String(next).slice(2)}0${n}班`, gradeMajorId: id, grade: next, majorId, departmentId, campusId },
        ...{ capacity, startDate: `${next}-03-01`, expectedEnd: `${next + Math.ceil(duration)}-01-15`, state: 'planned' },
      })
      classIds.push(made.id)
    }
    places.push({ id, classIds })
  }
  return places
}
async function admitted(db: Db, places: readonly Place[], count: number): Promise<string[]> {
  const regions = await db.query<{ code: string }>(sql`select code from canton where tenant_id = ${db.me.tenantId} and level = 'area' and is_enabled order by code`)
  const human = peopleMaker(
    181,
    regions.map(r => r.code),
  )
  const people = Array.from({ length: count }, () => human({ born: ['2007-09-01', '2009-08-31'], male: 0.45 }))
  const persons = await personsFor(db, people)
  const rows = people.map(({ cantonCode, ...who }, n) => ({
    ...who,
    ...{ id: uuidv7(), personId: persons[n] ?? '', gradeMajorId: places[n % places.length]?.id ?? '', sourceCanton: cantonCode, politicalCode: '03', ksh: null, category: '411' },
    ...{ emergencyPhone: null, enrolDate: null },
  }))
  await admitStudents(db, rows)
  return rows.map(r => r.id)
}
