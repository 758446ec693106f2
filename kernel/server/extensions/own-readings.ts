import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Somebody who read what a module keeps of a student, told to the student alone (10-A7). */
export interface OwnReading {
  at: string
  userId: string | null
  /** What was read, in words that may stand on the student's screen. */
  what: string
}
/** Readings that the audit log names no student for: others read it. Asked by nobody but the student. */
interface OwnReadings {
  kind: 'ownReadings'
  code: string
  find(db: Db, studentId: string, most: number): Promise<OwnReading[]>
}
const sources = extensionPoint<OwnReadings>('ownReadings', { id: s => s.code })
/** Declares such readings; default export of a server file. */
export const ownReadings = (code: string, find: OwnReadings['find']): OwnReadings => sources.make({ code, find })

/** All of them, newest first. */
export async function ownReadingsOf(db: Db, studentId: string, most: number): Promise<OwnReading[]> {
  const found: OwnReading[] = []
  for (const source of db.registered(sources)) found.push(...(await source.find(db, studentId, most)))
  return found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, most)
}
