import type { Row } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'
import { personsFor } from '#modules/campus/server/api.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { randomOf } from '#server/demo/random.ts'
import { namesPinyin } from '#server/i18n/pinyin.ts'
import { familyMember, studyExperience } from '../model/family.ts'
import { classHistory } from '../model/history.ts'
import { student } from '../model/student.ts'
import { type Cohort, currentCohorts, formerCohorts, type Seat } from './demo/cohorts.ts'
import { makeStudent, type Tools } from './demo/students.ts'
import { refreshStatistics } from './history.ts'

/** Ended students per current one: ten years of leavers. */
const ENDED_SHARE = 7 / 3
const YEARS_OF_LEAVERS = 10
const PORTION = 2000

/** Demo students with families and histories, 2 % of them away, 1 % with incomplete records, and ten years of former students. */
export default async function demo(db: Db, options: { students: number }): Promise<void> {
  const classes = await db.unscoped(stuClass).all({}, { sort: ['classNo'] }) // demo data: no data scope
  const running = classes.filter(c => c.state === 'active')
  const ended = classes.filter(c => c.state === 'ended')
  const majors = await db.unscoped(major).all({ id: [...new Set(running.map(c => c.majorId))].filter(id => id !== null) })
  const newest = Math.max(...running.map(c => c.grade ?? 0))
  const gradeMajors = await withFormer(db, majors, newest)
  const tools = await toolsOf(db)
  const cohorts: Cohort[] = [
    ...formerCohorts(gradeMajors, ended, majors, newest, Math.round(options.students * ENDED_SHARE), YEARS_OF_LEAVERS),
    ...currentCohorts(running, options.students),
  ]
  const numbers = new Map(majors.map(m => [m.id, m.code]))
  let at = 0
  for (const cohort of cohorts) for (const seats of portions(cohort.seats)) at = await fill(db, cohort, seats, tools, numbers, at)
  await refreshStatistics(db)
}
/** Past entry years, referenced by former students only. */
async function withFormer(db: Db, majors: ReadonlyArray<Row<typeof major>>, newest: number): Promise<ReadonlyArray<Row<typeof gradeMajor>>> {
  const known = await db.unscoped(gradeMajor).all()
  const have = new Set(known.map(g => `${g.grade}:${g.majorId}`))
  const campusOf = new Map(known.map(g => [g.majorId, g.campusId]))
  const grades = Array.from({ length: YEARS_OF_LEAVERS }, (_, i) => newest - 3 - i)
  const missing = majors.flatMap(m => grades.filter(grade => !have.has(`${grade}:${m.id}`)).map(grade => ({ m, grade })))
  await db.insertMany(
    gradeMajor,
    missing.map(({ m, grade }) => ({
      name: `${grade}级${m.name}`,
      grade,
      majorId: m.id,
      departmentId: m.departmentId,
      duration: m.duration,
      level: m.level,
      campusId: campusOf.get(m.id) as string,
    })),
  )
  return db.unscoped(gradeMajor).all()
}
/** Two thirds come from the school's own province. */
async function toolsOf(db: Db): Promise<Tools> {
  const rows = [...(await db.cached(canton)).values()].filter(c => c.level === 'area' && c.isEnabled)
  const local = rows.filter(c => c.code.startsWith('42'))
  const others = rows.filter(c => !c.code.startsWith('42'))
  const times = local.length ? Math.max(1, Math.round((others.length * 2) / local.length)) : 0
  const codes = [...others, ...Array.from({ length: times }, () => local).flat()].map(c => c.code)
  return { random: randomOf(41), human: peopleMaker(43, codes), parent: peopleMaker(47, codes), placeNames: new Map(rows.map(c => [c.code, c.fullName ?? c.name])), today: today() }
}
function* portions(seats: readonly Seat[]): Generator<readonly Seat[]> {
  for (let from = 0; from < seats.length; from += PORTION) yield seats.slice(from, from + PORTION)
}
async function fill(db: Db, cohort: Cohort, seats: readonly Seat[], tools: Tools, numbers: ReadonlyMap<string, string>, at: number): Promise<number> {
  const made = seats.map((seat, i) => makeStudent(cohort, seat, at + i, tools, numbers))
  const persons = await personsFor(
    db,
    made.map(m => m.human),
  )
  const read = await namesPinyin(made.map(m => m.human.name))
  const rows = made.map((m, i) => ({ ...m.row, namePinyin: read.get(m.human.name) ?? null, personId: persons[i] as string }))
  await db.insertMany(student, rows)
  await db.insertMany(
    classHistory,
    made.flatMap(m => m.spans),
  )
  await db.insertMany(
    familyMember,
    made.flatMap(m => m.family),
  )
  await db.insertMany(
    studyExperience,
    made.flatMap(m => m.schools),
  )
  return at + seats.length
}
