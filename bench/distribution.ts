import { performance } from 'node:perf_hooks'
import { seededRandom } from '#model/random.ts'
import { figuresOf } from '#modules/distribution/classes/model/engine/measures.ts'
import { solved } from '#modules/distribution/classes/model/engine/solve.ts'
import type { Division, Member } from '#modules/distribution/classes/model/engine/types.ts'
import type { Line } from './results.ts'

const [STUDENTS, CLASSES, MAJORS, LIMIT_S] = [9000, 220, 60, 20]

/** A grade of sixty majors with three or four classes each, in realistic proportions. */
function grade(random: () => number): Division {
  const classes = Array.from({ length: CLASSES }, (_, n) => ({ id: `c${String(n).padStart(3, '0')}`, gradeMajorId: `m${n % MAJORS}`, capacity: 45 }))
  const members = Array.from({ length: STUDENTS }, (_, n): Member => {
    const gradeMajorId = classes[n % CLASSES]?.gradeMajorId ?? ''
    return {
      ...{ id: `s${String(n).padStart(5, '0')}`, gradeMajorId, genderCode: random() < 0.45 ? '1' : '2', province: String(11 + Math.floor(random() ** 2 * 31)) },
      ...{ ethnicityCode: random() < 0.09 ? '05' : '01', score: Math.round(350 + random() * 250) },
    }
  })
  return { members, classes, pairs: [], balance: ['gender', 'origin', 'score', 'ethnicity'], seed: 5 }
}
/** Distribution of a whole grade on one core: duration, and how even the classes are. */
export async function distribution(): Promise<Line[]> {
  const division = grade(seededRandom(11))
  const began = performance.now()
  const seats = solved(division)
  const seconds = (performance.now() - began) / 1000
  const figures = figuresOf(division, id => seats.get(id))
  const gender = Math.max(...figures.map(f => f.genderGap))
  const score = Math.max(...figures.map(f => Math.abs((f.meanScore ?? 0) - (f.majorScore ?? 0))))
  return [
    { work: `${STUDENTS} students over ${CLASSES} classes`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${LIMIT_S} s`, isMet: seconds <= LIMIT_S },
    { work: 'a sex differs from the even share by at most', figure: `${gender.toFixed(2)} persons`, target: '≤ 1', isMet: gender <= 1 },
    { work: 'mean score of a class differs from its major’s by at most', figure: score.toFixed(1) },
  ]
}
