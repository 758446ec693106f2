import type { Db } from '#server/context.ts'
import { rowTodos, type TodoStep } from '#server/notifications/row-todos.ts'
import { leave } from '../model/leave.ts'
import { LEAVE_MESSAGES } from '../model/messages.ts'
import { aboutLeave, staffLink } from './people.ts'
import { proofsOf } from './proofs.ts'
import type { Leave } from './submit.ts'

/** 20-L11: a case, for the people responsible at its mark. */
const overdue: TodoStep<Leave, Leave> = {
  text: '{name} 请假逾期 {late} 天未归',
  while: row => row.state === 'overdue',
  link: staffLink,
  priority: 'urgent',
  dueAt: row => row.endAt,
  message: LEAVE_MESSAGES.overdueCase,
}
export const leaveTodos = rowTodos(leave, aboutLeave, {
  fdy: { ...overdue, priority: 'high' },
  college: overdue,
  officer: overdue,
  article: overdue,
  /** 20-L7: the counsellor's, to request a promised proof or to convert the leave. */
  proof: { text: '{name} 的请假证明逾期未交', while: row => row.proofDueOn !== null, done: row => (proofsOf(row).length ? '已补交' : '改为事假'), link: staffLink },
})
/** Changes a leave and what people have to do about it. */
export async function changeLeave(db: Db, id: string, patch: Partial<Leave>): Promise<Leave> {
  const after = await db.update(leave, id, patch)
  await leaveTodos.follow(db, [after])
  return after
}
