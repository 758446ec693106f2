import type { Db } from '#server/context.ts'
import { closeTodosLater, keepTodos, openTodos } from '#server/notifications/todos.ts'
import { attentionCase } from '../model/attention-case.ts'

const LINK = '/mentalHealth/cases'
/** The overdue ones of the list. */
export const LATE_LINK = `${LINK}?view=overdue`
const bizType = attentionCase.name
/** What is to be done beside the work on a case itself: look after a student whose follow-up is overdue. */
const LATE = 'overdue'
/** Tell a guardian who should have been told by now. */
const GUARDIAN = 'guardian'
const WORK = { kind: 'task', title: { text: '有一项工作等你处理' }, link: LINK, mobileLink: LINK } as const
/** Exactly these people have something to do about a case; in neutral words, since to-dos are read over shoulders. */
export const followCase = (db: Db, { id }: { id: string }, to: readonly string[]): Promise<void> =>
  keepTodos(
    db,
    { bizType, bizId: id, node: '' },
    to.map(userId => ({ ...WORK, userId })),
    '已处理',
  )
/** The same of cases that nobody has had to do with. */
export const openWork = (db: Db, made: ReadonlyArray<{ id: string; to: readonly string[] }>): Promise<void> =>
  openTodos(
    db,
    made.flatMap(({ id, to }) => to.map(userId => ({ ...WORK, userId, bizType, bizId: id }))),
  )
type Matter = typeof LATE | typeof GUARDIAN
interface Late {
  id: string
  dueAt: string | null
  to: readonly string[]
}
/** These people, too, learn that a case has waited too long. Those who were told before keep their to-do. */
export const openLate = (db: Db, node: Matter, late: readonly Late[]): Promise<void> =>
  openTodos(
    db,
    late.flatMap(({ id, dueAt, to }) =>
      to.map(userId => ({
        ...{ userId, kind: 'task' as const, title: { text: '有一项工作已超过时限' }, bizType, bizId: id, node },
        ...{ link: LATE_LINK, mobileLink: LATE_LINK, dueAt, priority: 'urgent' as const },
      })),
    ),
  )
/** Nothing is overdue any more: somebody has looked after the student, or told a guardian, or the case has ended. */
export async function closeLate(db: Db, { id }: { id: string }, what: Matter | 'all'): Promise<void> {
  for (const node of what === 'all' ? [LATE, GUARDIAN] : [what]) await closeTodosLater(db, { bizType, bizId: id, node }, 'done', '已处理')
}
