import type { Wording } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

export interface Span {
  from: string
  to: string
}
/** A time at which a student is expected somewhere. */
export interface TakenTime extends Span {
  kind: 'lesson' | 'leave' | 'labour' | 'activity'
  name: Wording
  /** The row it comes from, so that who changes that row leaves it out. */
  sourceId: string
}
interface Student {
  id: string
  classId: string | null
}
/** What one module knows of where students are expected, asked before they promise to be somewhere else. */
interface TakenTimes {
  kind: 'takenTimes'
  code: string
  find(db: Db, who: Student, span: Span): Promise<TakenTime[]>
}
const sources = extensionPoint<TakenTimes>('takenTimes', { id: s => s.code })
/** Declares such times; default export of a server file. */
export const takenTimes = (code: string, find: TakenTimes['find']): TakenTimes => sources.make({ code, find })

/** All that a student has in a span, by beginning. */
export async function takenTimesOf(db: Db, who: Student, span: Span): Promise<TakenTime[]> {
  const found: TakenTime[] = []
  for (const source of db.registered(sources)) found.push(...(await source.find(db, who, span)))
  return found.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}
export const overlaps = (a: Span, b: Span): boolean => Date.parse(a.from) < Date.parse(b.to) && Date.parse(a.to) > Date.parse(b.from)
