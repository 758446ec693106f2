import { performance } from 'node:perf_hooks'
import { seededRandom } from '#model/random.ts'
import { recheck } from '#modules/dormitory/allocation/model/engine/recheck.ts'
import { solved } from '#modules/dormitory/allocation/model/engine/solve.ts'
import type { FreeBed, Occupant, PlanInput, Room } from '#modules/dormitory/allocation/model/engine/types.ts'
import { USUAL_RULES } from '#modules/dormitory/allocation/model/rules.ts'
import type { Line } from './results.ts'

const STUDENTS = 9000
const ROOMS = 2300
const LIMIT_S = 20
const PER_CLASS = 38
const pick = <T>(random: () => number, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T

/** A grade with classes of both sexes, habits and wishes, in realistic proportions. */
function grade(random: () => number): Occupant[] {
  const students = Array.from({ length: STUDENTS }, (_, n): Occupant => {
    const of = Math.floor(n / PER_CLASS)
    return {
      id: `s${String(n).padStart(6, '0')}`,
      classId: `c${of}`,
      majorId: `m${of >> 2}`,
      gradeMajorId: `m${of >> 2}`,
      departmentId: `d${of >> 4}`,
      campusId: 'k',
      grade: 2026,
      genderCode: pick(random, ['1', '2']),
      isInternational: false,
      needsAccessible: random() < 0.002,
      hasPriority: random() < 0.01,
      prefecture: String(Math.floor(random() * 80)),
      bedType: pick(random, [null, null, 'upper', 'lower']),
      sleepAt: pick(random, [null, 600, 630, 660, 720]),
      wakeAt: pick(random, [null, 360, 420, 480]),
      quiet: pick(random, [null, 1, 0, -1]),
      smokes: pick(random, [null, false, false, true]),
      height: random() < 0.01 ? 193 : null,
      wishes: [`s${String(Math.min(STUDENTS - 1, n + 1 - (n % 2) * 2)).padStart(6, '0')}`],
    }
  })
  return students
}
function houses(): { rooms: Room[]; beds: FreeBed[] } {
  const rooms = Array.from({ length: ROOMS }, (_, n): Room => {
    const genderCode = n < ROOMS / 2 ? '1' : '2'
    const floor = Math.floor(n / 30)
    return {
      id: `r${String(n).padStart(5, '0')}`,
      roomNo: String(100 + (n % 30)),
      floorId: `f${genderCode}${String(floor).padStart(3, '0')}`,
      dormId: `h${genderCode}${Math.floor(floor / 6)}`,
      campusId: 'k',
      floorNo: floor % 6,
      genderCode,
      accessible: n % 40 === 0,
      onlyDepartmentId: null,
      onlyClassIds: null,
      capacity: 4,
    }
  })
  return { rooms, beds: rooms.flatMap(r => [1, 2, 3, 4].map(bedNo => ({ id: `${r.id}-${bedNo}`, roomId: r.id, bedNo, bedType: bedNo % 2 ? 'upper' : 'lower' }))) }
}
/** Bed assignment for a whole grade on one core: duration, and violated rules. */
export async function presort(): Promise<Line[]> {
  const input: PlanInput = { students: grade(seededRandom(7)), ...houses(), residents: [], quotas: [], pins: [], rules: USUAL_RULES, seed: 5 }
  const began = performance.now()
  const { lines, measures } = solved(input)
  const seconds = (performance.now() - began) / 1000
  const broken = recheck(
    input,
    lines.flatMap(l => (l.bedId ? [{ studentId: l.studentId, bedId: l.bedId }] : [])),
  ).size
  return [
    { work: `${STUDENTS} students over ${ROOMS} rooms`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${LIMIT_S} s`, isMet: seconds <= LIMIT_S },
    { work: 'hard rules broken', figure: String(broken), target: '0', isMet: broken === 0 },
    { work: 'mutual wishes met', figure: `${measures.wishesMet} of ${measures.wishesOf}` },
  ]
}
