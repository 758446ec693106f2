import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { AdmittedState } from '../model/admitted-student.ts'

/** Rows of the roll that have a new state or another major. */
export interface RollMove {
  studentId: string
  state: AdmittedState
  isMoved: boolean
}
/** Something of a module that changes with the roll or not at all. Called in the transaction of the change; what may follow later listens to `student.admissionChanged`. */
interface RollFollower extends Registration {
  kind: 'rollFollower'
  name: string
  moved(db: Db, moves: readonly RollMove[]): Promise<void>
}
export const rollFollowers = extensionPoint<RollFollower>('rollFollower', { id: f => f.name })
export async function followMoves(db: Db, moves: readonly RollMove[]): Promise<void> {
  if (moves.length) for (const follower of db.registered(rollFollowers)) await follower.moved(db, moves)
}
