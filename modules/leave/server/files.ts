import { fileReader } from '#server/files/readers.ts'
import { leave } from '../model/leave.ts'

/** Students may read files they submitted. */
export default fileReader(leave, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(leave).count({ id, studentId: db.me.studentId })))) // the condition itself restricts to the owner
