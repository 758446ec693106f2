import type { OutputOf } from '#model'
import { t } from '#web/i18n/index.ts'
import { DAY_GROUPS, type DayGroup, dayGroup } from '../../model/day-groups.ts'
import type { todoTypes } from '../../model/todo.ts'
import type { Todo } from '../useTodos.ts'

/** Alike approvals as one line. */
export type Bundle = OutputOf<typeof todoTypes>
export interface TodoGroup {
  key: string
  title: string
  isUrgent: boolean
  /** How many todos its lines stand for. */
  count: number
  lines: ReadonlyArray<{ todo: Todo; bundle?: undefined } | { bundle: Bundle; todo?: undefined }>
}
/** So many of one type are decided one by one. */
const FEW = 2
/** Each in the order of the todos. */
export function groupsOf(todos: readonly Todo[], approvals: readonly Bundle[]): TodoGroup[] {
  return (Object.keys(DAY_GROUPS) as DayGroup[])
    .map(key => {
      const title = t(DAY_GROUPS[key])
      const own = todos.filter(todo => dayGroup(todo) === key)
      const lines = key === 'approval' ? approvalLines(own, approvals) : own.map(todo => ({ todo }))
      return { key, title, isUrgent: key === 'now', count: lines.reduce((n, line) => n + ('bundle' in line ? line.bundle.count : 1), 0), lines }
    })
    .filter(group => group.lines.length)
}
const approvalLines = (todos: readonly Todo[], approvals: readonly Bundle[]) =>
  [...approvals]
    .sort((a, b) => b.overdue - a.overdue || a.oldestAt.localeCompare(b.oldestAt))
    .flatMap((bundle): Array<{ todo: Todo } | { bundle: Bundle }> => {
      const own = todos.filter(todo => todo.bizType === bundle.bizType)
      return bundle.count <= FEW && own.length === bundle.count ? own.map(todo => ({ todo })) : [{ bundle }]
    })
export const verbOf = (todo: Pick<Todo, 'kind'>): string => ({ approval: t('去审批'), task: t('去办理'), reminder: t('去处理') })[todo.kind]
