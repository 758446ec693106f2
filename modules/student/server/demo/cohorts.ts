import type { Row } from '#model'
import type { gradeMajor, major, stuClass } from '#modules/campus/model/organisation.ts'

type Class = Row<typeof stuClass>
type GradeMajor = Row<typeof gradeMajor>
/** A student's position: class number and index in it. */
export interface Seat {
  gradeMajorId: string
  majorId: string
  departmentId: string
  campusId: string
  level: string
  duration: number
  class: Class | null
  /** Another class of the same grade-major, if any. */
  sibling: Class | null
  classSeq: number
  seq: number
}
/** The students of one entry year. */
export interface Cohort {
  grade: number
  isFormer: boolean
  seats: Seat[]
}
/** Distributes students over the running classes, with one oversized and one small class. */
export function currentCohorts(classes: readonly Class[], students: number): Cohort[] {
  const sizes = spread(students, classes)
  const byGrade = Map.groupBy(classes, c => c.grade ?? 0)
  return [...byGrade].map(([grade, of]) => ({ grade, isFormer: false, seats: of.flatMap(c => seatsOf(c, classes, sizes.get(c.id) ?? 0)) }))
}
function spread(students: number, classes: readonly Class[]): Map<string, number> {
  const weights = classes.map((_, i) => (i === 3 ? 1.55 : i === 7 ? 0.45 : 1 + ((i * 7) % 5) * 0.04))
  const whole = weights.reduce((a, b) => a + b, 0)
  const sizes = new Map<string, number>()
  let given = 0
  let sum = 0
  for (const [i, c] of classes.entries()) {
    sum += weights[i] ?? 0
    const until = Math.round((students * sum) / whole)
    sizes.set(c.id, until - given)
    given = until
  }
  return sizes
}
function seatsOf(c: Class, classes: readonly Class[], size: number): Seat[] {
  const sibling = classes.find(o => o.gradeMajorId === c.gradeMajorId && o.id !== c.id) ?? null
  const years = Number(c.expectedEnd.slice(0, 4)) - (c.grade ?? 0)
  return Array.from({ length: size }, (_, i) => ({
    gradeMajorId: c.gradeMajorId,
    majorId: c.majorId as string,
    departmentId: c.departmentId as string,
    campusId: c.campusId,
    level: '5',
    duration: years,
    class: c,
    sibling,
    classSeq: Number(c.classNo.slice(-2)),
    seq: i + 1,
  }))
}
/** Leavers of earlier years, decreasing with age. Only last summer's classes still exist. */
export function formerCohorts(
  gradeMajors: readonly GradeMajor[],
  ended: readonly Class[],
  majors: ReadonlyArray<Row<typeof major>>,
  newest: number,
  students: number,
  years: number,
): Cohort[] {
  const grades = Array.from({ length: years }, (_, i) => newest - 2 - years + i)
  const weights = grades.map((_, i) => 0.8 + (0.4 * i) / (years - 1))
  const whole = weights.reduce((a, b) => a + b, 0)
  return grades.map((grade, i) => {
    const wanted = Math.round((students * (weights[i] ?? 1)) / whole)
    const of = gradeMajors.filter(g => g.grade === grade && grade + Math.ceil(g.duration) <= newest && majors.some(m => m.id === g.majorId))
    return { grade, isFormer: true, seats: Array.from({ length: wanted }, (_, n) => formerSeat(of[n % of.length] as GradeMajor, Math.floor(n / of.length), ended)) }
  })
}
const formerSeat = (g: GradeMajor, n: number, ended: readonly Class[]): Seat => ({
  gradeMajorId: g.id,
  majorId: g.majorId,
  departmentId: g.departmentId,
  campusId: g.campusId,
  level: g.level,
  duration: g.duration,
  class: n < 40 ? (ended.find(c => c.gradeMajorId === g.id) ?? null) : null,
  sibling: null,
  classSeq: Math.floor(n / 40) + 1,
  seq: (n % 40) + 1,
})
