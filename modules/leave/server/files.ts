import { fileReader } from '#server/files/readers.ts'
import { leave } from '../model/leave.ts'

/** Students read what they handed in themselves. */
export default fileReader(leave, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(leave).count({ id, studentId: db.me.studentId })))) // the condition itself names the owner
