import { t } from '#web/i18n/index.ts'
import type { Todo } from '../useTodos.ts'

export interface TodoGroup {
  key: string
  title: string
  isUrgent: boolean
  todos: Todo[]
}
const keyOf = (todo: Todo): string => {
  if (todo.isOverdue || todo.priority === 'urgent') return 'now'
  if (todo.dueAt) return 'dated'
  return todo.kind
}
/** By urgency: overdue or urgent, dated, to decide, to do, to know. */
export function groupsOf(todos: readonly Todo[]): TodoGroup[] {
  const titles: ReadonlyArray<readonly [string, string]> = [
    ['now', t('马上处理')],
    ['dated', t('有时限')],
    ['approval', t('等我审批')],
    ['task', t('要完成的')],
    ['reminder', t('提醒')],
  ]
  return titles.map(([key, title]) => ({ key, title, isUrgent: key === 'now', todos: todos.filter(todo => keyOf(todo) === key) })).filter(group => group.todos.length)
}
export const verbOf = (todo: Pick<Todo, 'kind'>): string => ({ approval: t('去审批'), task: t('去办理'), reminder: t('去处理') })[todo.kind]
