import type { Sql } from 'sql-template-tag'
import type { Wording } from '#model'
import { extensionPoint, type Registration, solePoint } from '../base/extension-point.ts'
import { type Db, onMany } from '../context.ts'

/** What a module looks at before a student graduates (30-GR1). */
export interface AuditItem extends Registration {
  kind: 'auditItem'
  /** `{module}` or `{module}.{name}` */
  code: string
  title: string
  /** Smaller ones come first. */
  order: number
  /** What is asked for. */
  need: Wording
  /** No school may make it block: nothing that is owed keeps papers of graduation back (40-F16). */
  isWarningOnly?: boolean
  /** One select of `id`, `pass` and `actual` (text or null) for all students that the given select finds, as of a day; students without a row pass. Undefined where nothing is known. */
  judge(db: Db, students: Sql, on: string): Sql | undefined | Promise<Sql | undefined>
  /** What a reader is told of `actual`. */
  said?(actual: string): Wording
}
export const auditItems = extensionPoint<AuditItem>('auditItem', { id: i => i.code })
/** Declares what a module looks at before somebody graduates; default export of a server file. */
export const auditItem = (given: Omit<AuditItem, 'kind'>): AuditItem => auditItems.make(given)

/** What a module has to settle with a student who leaves the school (30-GR8). */
export interface LeavingItem extends Registration {
  kind: 'leavingItem'
  code: string
  title: string
  order: number
  isWarningOnly?: boolean
  /** Page where the student does something about it. */
  link?: string
  /** A select of the ids of those, among the students that the given select finds, with whom it is settled now. */
  settled(db: Db, students: Sql): Sql
}
export const leavingItems = extensionPoint<LeavingItem>('leavingItem', { id: i => i.code })
/** Answered by the module that keeps the leaving lists: looks anew at an item of these students. */
export interface LeavingSide extends Registration {
  kind: 'leavingLists'
  look(db: Db, code: string, studentIds: readonly string[]): Promise<void>
}
export const leavingSides = solePoint<LeavingSide>('leavingLists')
/** Declares what a module settles with whoever leaves, and by which of its own events, each naming a `studentId`, that changes. Nobody sets such an item by hand. */
export const leavingItem = ({ events = [], ...given }: Omit<LeavingItem, 'kind'> & { events?: readonly string[] }): Registration[] => [
  leavingItems.make(given),
  ...(events.length
    ? [
        onMany(events, `leaving.${given.code}`, async ({ db }, payloads) => {
          const ids = payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : []))
          await leavingSides.of(db)?.look(db, given.code, [...new Set(ids)])
        }),
      ]
    : []),
]
