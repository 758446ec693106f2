import { type Db, on } from '#server/context.ts'
import { stuClass } from '../model/organisation.ts'

type Payload = Readonly<Record<string, unknown>>
/** The class and the student of a monitor's post; undefined of others. */
const monitorOf = ({ postKind, classId, studentId }: Payload) =>
  postKind === 'monitor' && typeof classId === 'string' && typeof studentId === 'string' ? { classId, studentId } : undefined
const set = async (db: Db, where: Partial<Record<'id' | 'monitorId', string>>, monitorId: string | null): Promise<void> => {
  await db.sourced('studentOrg').updateWhere(stuClass, where, { monitorId })
}
/** 60-OG4: the monitor of a class is who holds the post in its committee, and is never typed here. */
export default [
  on('studentOrg.postBegun', 'campus.monitorBegun', async ({ db }, payload) => {
    const of = monitorOf(payload)
    if (of) await set(db, { id: of.classId }, of.studentId)
  }),
  /** Somebody may follow before the end of the predecessor is heard of: only the own name is taken out. */
  on('studentOrg.postEnded', 'campus.monitorEnded', async ({ db }, payload) => {
    const of = monitorOf(payload)
    if (of) await set(db, { id: of.classId, monitorId: of.studentId }, null)
  }),
]
