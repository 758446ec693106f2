/** What pinning adds to the rank (60-CD1). */
export const PINNED = 20
/** What is urgent or overdue, what has a due time, what waits for a decision, and the rest. */
export const DAY_GROUPS = { now: '马上处理', dated: '有时限', approval: '待我审批', task: '其他待办', reminder: '提醒' } as const
export type DayGroup = keyof typeof DAY_GROUPS
export interface Ranked {
  kind: 'approval' | 'task' | 'reminder'
  priority: 'low' | 'normal' | 'high' | 'urgent'
  isOverdue: boolean
  dueAt: string | null
}
export function dayGroup({ kind, priority, isOverdue, dueAt }: Ranked): DayGroup {
  if (kind === 'approval') return kind
  if (isOverdue || priority === 'urgent' || priority === 'high') return 'now'
  return dueAt ? 'dated' : kind
}
