import type { Wording } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** A line of the room card that another part or module knows: the last score, open repairs. */
export interface RoomNote {
  code: string
  label: string
  find(db: Db, roomId: string): Promise<Wording | null>
}
type Noted = Registration & RoomNote & { kind: 'roomNote' }
export const roomNotes = extensionPoint<Noted>('roomNote', { id: n => n.code })
export const roomNote = (note: RoomNote): Noted => roomNotes.make(note)
