import { expect, it } from 'vitest'
import { type ClassCount, planWaves } from './model/wave-plan.ts'

const at = (departmentId: string, ...classes: ReadonlyArray<readonly [string | null, number]>): ClassCount[] =>
  classes.map(([classId, people]) => ({ departmentId, classId: classId && `${departmentId}${classId}`, people }))
const SCHOOL = [...at('A', ['1', 900], ['2', 800]), ...at('B', ['1', 1200]), ...at('C', ['1', 1700], ['2', 1600]), ...at('D', ['1', 3000], [null, 100])]

it('30-WD6 no wave is larger than the most, nobody is left out or called twice, and what cannot be split stays whole', () => {
  const waves = planWaves(SCHOOL, 'byCollege', 3000)
  expect(waves).toEqual([
    { group: { classIds: ['C1'] }, people: 1700 },
    { group: { classIds: ['C2'] }, people: 1600 },
    { group: { departmentIds: ['D'] }, people: 3100 },
    { group: { departmentIds: ['A', 'B'] }, people: 2900 },
  ])
  expect(waves.reduce((n, w) => n + w.people, 0)).toBe(SCHOOL.reduce((n, c) => n + c.people, 0))
  const byClass = planWaves(SCHOOL, 'byClass', 3000)
  expect(byClass.every(w => w.people <= 3000)).toBe(true)
  expect(byClass.flatMap(w => w.group.classIds ?? []).sort()).toEqual(['A1', 'A2', 'B1', 'C1', 'C2', 'D1'])
  expect(planWaves(SCHOOL, 'all', 3000)).toEqual([{ group: {}, people: 9300 }])
})
