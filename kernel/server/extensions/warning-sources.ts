import type { Sql } from 'sql-template-tag'
import { extensionPoint, type Registration, solePoint } from '../base/extension-point.ts'
import { type Db, onMany } from '../context.ts'

/** Facts of one module that may be a reason to look after a student. */
export interface WarningSource extends Registration {
  kind: 'warningSource'
  /** `{module}.{fact}` */
  code: string
  title: string
  /** Whoever may read the facts where they are kept: only for them they are counted (60-EW7). */
  permission: string
  /** Says where a student was: nothing is found of those who do not study at present (60-EW5). */
  isPresence?: boolean
  /** What the value says, with {n}: `{n} 天`. Left out where each fact is one and no more. */
  says?: string
  /**
   * One select of what stands since a date among the students that the given select finds: `id` (student), `at` (timestamptz), `value` (float8), `sourceId` (text) and `link` (text).
   * A count in the span is told as a running number, so that a rule may begin with the third. What lasts is dated `now()`. Undefined where nothing can be known.
   */
  find(db: Db, students: Sql, from: string): Sql | Promise<Sql | undefined>
}
export const warningSources = extensionPoint<WarningSource>('warningSource', { id: s => s.code })
/** Answered by the module that keeps the list: looks at these students again. */
interface WarningSide extends Registration {
  kind: 'warningList'
  look(db: Db, studentIds: readonly string[]): Promise<void>
}
export const warningSides = solePoint<WarningSide>('warningList')
/** Declares facts that early warning may count, and the module's own events, each naming a `studentId`, after which they are looked at at once. Default export of a server file. */
export const warningSource = ({ events = [], ...given }: Omit<WarningSource, 'kind'> & { events?: readonly string[] }): Registration[] => [
  warningSources.make(given),
  ...(events.length
    ? [
        onMany(events, `warning.${given.code}`, async ({ db }, payloads) => {
          const ids = payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : []))
          await warningSides.of(db)?.look(db, [...new Set(ids)])
        }),
      ]
    : []),
]
