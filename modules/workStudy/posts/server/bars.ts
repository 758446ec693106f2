import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

interface WorkBar extends Registration {
  kind: 'workBar'
  name: string
  find: (db: Db, studentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
export const workBars = extensionPoint<WorkBar>('workBar', { id: b => b.name })
/** 40-W3: registers why students may not work: a punishment in force. Answers the reason of each, by the student's id. */
export const workBar = (name: string, find: WorkBar['find']): WorkBar => workBars.make({ name, find })
/** Why a student may not work, if anything speaks against it. */
export async function barOf(db: Db, studentId: string): Promise<string | undefined> {
  for (const { find } of db.registered(workBars)) {
    const why = (await find(db, [studentId])).get(studentId)
    if (why !== undefined) return why
  }
  return undefined
}
