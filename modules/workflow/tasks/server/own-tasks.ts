import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { isOpen, type RoundEntity, type RoundRow } from '../../rounds/model/round.ts'
import { isInAudience } from '../../rounds/server/api.ts'
import { taskKindOf } from './task-kinds.ts'

const MOST = 20
export interface OwnTask<R, A> {
  round: R
  answer: A | null
  /** Takes a first answer now. */
  isOpen: boolean
}
/** The tasks of one kind that a student has answered or may answer now, newest first. */
export async function ownTasks<E extends RoundEntity, A>(db: Db, of: E, studentId: string): Promise<Array<OwnTask<Row<E>, A>>> {
  const { answers } = taskKindOf(db, of)
  const rounds = await db.unscoped(of).all({ state: ['published', 'paused', 'closed'] } as never, { sort: ['-beginTime'], limit: MOST }) // the audience is checked next
  const rows = (await db.unscoped(answers.entity).all({ studentId, [answers.round]: rounds.map(r => r.id) } as never)) as Array<Record<string, unknown>> // restricted to the student's own rows
  const made: Array<OwnTask<Row<E>, A>> = []
  for (const round of rounds) {
    const answer = rows.find(row => row[answers.round] === (round as unknown as RoundRow).id) ?? null
    const open = isOpen(round as unknown as RoundRow)
    if (answer || (open && (await isInAudience(db, of, round as unknown as RoundRow)))) made.push({ round, answer: answer as A | null, isOpen: open })
  }
  return made
}
