import type { Row } from '#model'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { type LineState, lineStates, type signLine } from '../model/sign-line.ts'
import { signOccurrence } from '../model/sign-task.ts'
import { aboutOccurrence, type Named } from './labels.ts'
import { occurrenceOf } from './occurrences.ts'

/** The line of a date that a student's to-do follows. */
interface LineStatus {
  id: string
  state: LineState
  userIds?: readonly string[]
}
/** A student's, to sign on a date: settled by their line, and for everybody by its end. */
export const signTodos = rowTodos<Named, 'sign', LineStatus>(signOccurrence, aboutOccurrence, {
  sign: {
    text: '签到：{name}',
    while: of => of.state === 'pending',
    done: of => (of.state === 'absent' ? '已截止' : lineStates.labels[of.state]),
    gone: of => of.state === 'absent' || of.state === 'excused',
    link: aboutOccurrence.link,
    dueAt: of => of.closesAt,
    message: SIGN_MESSAGES.opens,
  },
})
/** What students have to do follows their changed lines: those who need not sign any more, and those who must again. */
export async function followLines(db: Db, lines: ReadonlyArray<Pick<Row<typeof signLine>, 'occurrenceId' | 'studentId' | 'state'>>): Promise<void> {
  const accounts = await accountsOf(
    db,
    lines.map(l => l.studentId),
  )
  const accountOf = ({ studentId }: { studentId: string }): string[] => [accounts.get(studentId) ?? []].flat()
  await signTodos.follow(
    db,
    lines.map(l => ({ id: l.occurrenceId, state: l.state, userIds: accountOf(l) })),
    of => of.userIds ?? [],
  )
  for (const [id, again] of Map.groupBy(
    lines.filter(l => l.state === 'pending'),
    l => l.occurrenceId,
  ))
    await signTodos.open(db, 'sign', [{ row: await occurrenceOf(db, id), to: again.flatMap(accountOf) }])
}
