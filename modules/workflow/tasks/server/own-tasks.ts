import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { isOpen, type RoundEntity, type RoundRow } from '../../rounds/model/round.ts'
import { openToCaller } from '../../rounds/server/api.ts'
import { taskKindOf } from './task-kinds.ts'

/** Answered ones shown; all those that may be answered now are. */
const MOST = 20
export interface OwnTask<R, A> {
  round: R
  answer: A | null
  /** Takes a first answer now. */
  isOpen: boolean
}
/** The tasks of one kind that the caller, a student, has answered or may answer now, newest first. */
export async function ownTasks<E extends RoundEntity, A>(db: Db, of: E, studentId: string): Promise<Array<OwnTask<Row<E>, A>>> {
  const { answers } = taskKindOf(db, of)
  const rows = (await db.unscoped(answers.entity).all({ studentId } as never)) as Array<Record<string, unknown>> // restricted to the student's own rows
  const byRound = new Map(rows.map(row => [row[answers.round], row]))
  const answered = (await db
    .unscoped(of)
    .all({ id: [...byRound.keys()], state: ['published', 'paused', 'closed'] } as never, { sort: ['-beginTime'], limit: MOST })) as unknown as RoundRow[] // of the student's own answers
  const rounds = new Map([...(await openToCaller(db, of)), ...answered].map(round => [round.id, round]))
  return [...rounds.values()]
    .sort((a, b) => Date.parse(b.beginTime) - Date.parse(a.beginTime))
    .map(round => ({ round: round as unknown as Row<E>, answer: (byRound.get(round.id) ?? null) as A | null, isOpen: isOpen(round) }))
}
