import { expect, it } from 'vitest'
import type { CaseTask } from './types.ts'
import { visitsOf } from './visits.ts'

let no = 0
const task = (given: Partial<CaseTask>): CaseTask => ({
  id: `t${++no}`,
  no,
  node: 'fdy',
  nodeName: '辅导员审批',
  round: 1,
  person: { id: 'u1', name: '林知夏', role: null, photo: null },
  actedByName: null,
  mode: 'any',
  addedAs: null,
  state: 'todo',
  action: null,
  opinion: null,
  signature: null,
  arrivedAt: '2026-09-14T00:00:00.000Z',
  actedAt: null,
  dueAt: null,
  waitedMin: null,
  urgedCount: 0,
  ...given,
})
const at = (hour: number) => `2026-09-14T0${hour}:00:00.000Z`

it('keeps everybody asked together in one visit, and says that it is where the case stands', () => {
  const [visit, ...more] = visitsOf([task({ mode: 'all', state: 'done', action: 'approve', actedAt: at(1) }), task({ mode: 'all' })])
  expect(more).toEqual([])
  expect(visit).toMatchObject({ name: '辅导员审批', standing: 'current' })
  expect(visit?.tasks).toHaveLength(2)
})
it('begins a new visit when a step is asked again after a return', () => {
  const visits = visitsOf([
    task({ state: 'done', action: 'approve', actedAt: at(1) }),
    task({ node: 'college', nodeName: '学院审批', state: 'done', action: 'return', arrivedAt: at(1), actedAt: at(2) }),
    task({ arrivedAt: at(2) }),
  ])
  expect(visits.map(v => [v.name, v.standing])).toEqual([
    ['辅导员审批', 'passed'],
    ['学院审批', 'returned'],
    ['辅导员审批', 'current'],
  ])
})
it('stays one visit when a task was handed on or somebody was added', () => {
  const visits = visitsOf([
    task({ state: 'done', action: 'transfer', actedAt: at(1) }),
    task({ arrivedAt: at(1), state: 'done', action: 'approve', actedAt: at(2) }),
    task({ arrivedAt: at(3), addedAs: 'after' }),
  ])
  expect(visits).toHaveLength(1)
})
it('names a refusal, and a step that was left without anybody deciding', () => {
  const visits = visitsOf([task({ state: 'done', action: 'reject', actedAt: at(1) }), task({ node: 'college', state: 'cancelled', arrivedAt: at(1) })])
  expect(visits.map(v => v.standing)).toEqual(['rejected', 'left'])
})
