import { addMonths } from '#model/days.ts'
import type { StudentStatus } from '../../model/status.ts'
import type { Cohort, Seat } from './cohorts.ts'
import type { Tools } from './students.ts'

export interface Step {
  from: string
  status: StudentStatus
  cause: 'enrolled' | 'statusChanged' | 'classChanged' | 'infoChanged'
  classId?: string | null
  politicalCode?: string
}
/** A student's career at the school. */
export interface Course {
  status: StudentStatus
  until: string | null
  politicalCode: string
  steps: Step[]
}
const LEAGUE = '03'
const PROBATIONARY = '02'
const MASSES = '13'
/** Ways of leaving, per thousand. */
const ENDINGS: ReadonlyArray<readonly [StudentStatus, number]> = [
  ['graduated', 930],
  ['completed', 15],
  ['incomplete', 5],
  ['withdrawn', 36],
  ['transferredOut', 7],
  ['cancelled', 4],
  ['expelled', 2],
  ['deceased', 1],
]
const ON_TIME: readonly StudentStatus[] = ['graduated', 'completed']

export function courseOf(cohort: Cohort, seat: Seat, at: number, tools: Tools): Course {
  const enrolled: Step = { from: `${cohort.grade}-09-01`, status: 'active', cause: 'enrolled' }
  return cohort.isFormer ? formerCourse(enrolled, cohort.grade, seat, tools) : currentCourse(enrolled, cohort.grade, seat, at, tools)
}
/** Every fiftieth student is away, one in a hundred changed class, one in thirty joined the Party. */
function currentCourse(enrolled: Step, grade: number, seat: Seat, at: number, { random, today }: Tools): Course {
  const basic = random.chance(0.9) ? LEAGUE : MASSES
  const steps: Step[] = [{ ...enrolled, politicalCode: basic }]
  const later = (year: number, monthDay: string): string => `${grade + year}-${monthDay}`
  if (seat.sibling && at % 100 === 11 && later(1, '02-22') < today) {
    steps[0] = { ...(steps[0] as Step), classId: seat.sibling.id }
    steps.push({ from: later(1, '02-22'), status: 'active', cause: 'classChanged', politicalCode: basic })
  }
  const joined = basic === LEAGUE && random.chance(0.033) && later(1, '06-20') < today
  const politicalCode = joined ? PROBATIONARY : basic
  if (joined) steps.push({ from: later(1, '06-20'), status: 'active', cause: 'infoChanged', politicalCode })
  if (at % 50 !== 49) return { status: 'active', until: null, politicalCode, steps }
  const status: StudentStatus = at % 150 === 149 ? 'retained' : 'suspended'
  const away = `${today.slice(0, 4)}-${today.slice(5) > '10-20' ? '10-12' : '01-08'}`
  const from = away > (steps.at(-1)?.from ?? '') ? away : today
  steps.push({ from, status, cause: 'statusChanged', politicalCode })
  return { status, until: addMonths(from, status === 'retained' ? 24 : 12), politicalCode, steps }
}
function formerCourse(enrolled: Step, grade: number, seat: Seat, { random }: Tools): Course {
  const status = endingOf(random.int(0, 999))
  const years = Math.ceil(seat.duration)
  const from = ON_TIME.includes(status) ? `${grade + years}-07-01` : `${grade + random.int(1, years - 1)}-${random.pick(['03-15', '05-20', '06-10'])}`
  const politicalCode = random.chance(0.9) ? LEAGUE : MASSES
  return {
    status,
    until: null,
    politicalCode,
    steps: [
      { ...enrolled, politicalCode },
      { from, status, cause: 'statusChanged', politicalCode },
    ],
  }
}
function endingOf(n: number): StudentStatus {
  let at = n
  for (const [status, share] of ENDINGS) {
    if (at < share) return status
    at -= share
  }
  return 'graduated'
}
