import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { StudentStatus } from '../model/status.ts'

/** Something of a module that changes with the status of a student or not at all: the bed of somebody who does not come. Called in the transaction of the change; what may follow later listens to `student.statusChanged`. */
interface StatusFollower extends Registration {
  kind: 'statusFollower'
  name: string
  moved(db: Db, studentId: string, to: StudentStatus): Promise<void>
}
export const statusFollowers = extensionPoint<StatusFollower>('statusFollower', { id: f => f.name })
export async function followStatus(db: Db, studentId: string, to: StudentStatus): Promise<void> {
  for (const follower of db.registered(statusFollowers)) await follower.moved(db, studentId, to)
}
