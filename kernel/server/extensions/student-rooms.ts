import sql, { type Sql } from 'sql-template-tag'
import { extensionPoint, type Registration } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Who lives in which room of the school's. */
export interface StudentRooms extends Registration {
  kind: 'studentRooms'
  code: 'dormitory'
  /** One select of `student_id`, `room_id`, `days` (range of dates) and `is_now`, of all who live or have lived in a room, but for guests. */
  find(db: Db): Sql
}
const sources = extensionPoint<StudentRooms>('studentRooms', { id: s => s.code })
/** Declares who lives where; default export of a server file. */
export const studentRooms = (source: Omit<StudentRooms, 'kind'>): StudentRooms => sources.make(source)
/** Rooms as a subselect; without rows where no module knows of any. */
export function roomsOfStudents(db: Db): Sql {
  const [source] = db.registered(sources)
  return sql`(${source ? source.find(db) : sql`select null::uuid as student_id, null::uuid as room_id, null::daterange as days, false as is_now where false`})`
}
