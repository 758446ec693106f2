import { expect, it } from 'vitest'
import type { Todo } from '../useTodos.ts'
import { type Bundle, groupsOf } from './groups.ts'

const todo = (id: string, more: Partial<Todo>): Todo => ({ id, title: id, kind: 'task', bizType: 'chore', priority: 'normal', isOverdue: false, dueAt: null, ...more }) as Todo
const bundle = (bizType: string, count: number, overdue = 0): Bundle => ({ bizType, name: bizType, count, overdue, oldestAt: '2026-09-01T00:00:00Z', link: null })
const drawn = (todos: readonly Todo[], approvals: readonly Bundle[]) =>
  groupsOf(todos, approvals).map(({ key, count, lines }) => [key, count, lines.map(line => line.todo?.id ?? line.bundle?.bizType)])

it('draws what is urgent or overdue first, and an approval never there', () => {
  const todos = [todo('missing', { priority: 'urgent' }), todo('late', { isOverdue: true }), todo('soon', { dueAt: '2026-09-02T00:00:00Z' }), todo('some day', {})]
  expect(drawn([...todos, todo('leave', { kind: 'approval', bizType: 'leave', isOverdue: true })], [bundle('leave', 1, 1)])).toEqual([
    ['now', 2, ['missing', 'late']],
    ['dated', 1, ['soon']],
    ['approval', 1, ['leave']],
    ['task', 1, ['some day']],
  ])
})
it('draws alike approvals as one line with all of them, the overdue first, and a few by themselves', () => {
  const todos = [todo('a', { kind: 'approval', bizType: 'few' }), todo('b', { kind: 'approval', bizType: 'few' }), todo('c', { kind: 'approval', bizType: 'many' })]
  expect(drawn(todos, [bundle('few', 2), bundle('many', 40), bundle('late', 9, 3)])).toEqual([['approval', 51, ['late', 'a', 'b', 'many']]])
})
