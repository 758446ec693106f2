import { expect, it } from 'vitest'
import { cardsOf, type DayItem } from './day-cards.ts'

const item = (id: string, more: Partial<DayItem>): DayItem => ({ id, kind: 'task', priority: 'normal', isOverdue: false, dueAt: null, studentId: null, ...more }) as DayItem
it('60-CD4 one student in several items is one card with all of them, in the group of the first', () => {
  const items = [
    item('night', { studentId: 's1', priority: 'urgent' }),
    item('form', { dueAt: '2030-01-01T00:00:00Z' }),
    item('leave', { studentId: 's1', kind: 'approval' }),
    item('other leave', { studentId: 's2', kind: 'approval' }),
    item('talk', { studentId: 's1', kind: 'reminder' }),
  ]
  expect(cardsOf(items).map(({ group, count, cards }) => [group, count, cards.map(card => card.items.map(one => one.id))])).toEqual([
    ['now', 3, [['night', 'leave', 'talk']]],
    ['dated', 1, [['form']]],
    ['approval', 1, [['other leave']]],
  ])
})
