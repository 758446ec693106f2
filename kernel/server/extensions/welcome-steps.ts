import type { Sql } from 'sql-template-tag'
import type { Wording } from '#model'
import { extensionPoint, type Registration, solePoint } from '../base/extension-point.ts'
import { type Db, onMany } from '../context.ts'

/** Something of a module that settles a step of enrolment by itself (30-WS3): a bill that is paid, a bed that is reserved. */
export interface WelcomeSource extends Registration {
  kind: 'welcomeSource'
  /** `{module}` or `{module}.{name}` */
  code: string
  title: string
  /** Page of the new students' realm where they do it. */
  link?: string
  /** 30-WO1: nothing that is necessary waits for it. */
  isVoluntary?: boolean
  /** A select of the ids of those, among the students that the given select finds, with whom it is settled now. The batch matters to what is done anew in each. */
  settled(db: Db, students: Sql, batchId: string): Sql
  /** One select of `id` and `actual` (text) that tells what a student lacks. */
  lacking?(db: Db, students: Sql, batchId: string): Sql
  /** What a reader is told of `actual`. */
  said?(actual: string): Wording
}
export const welcomeSources = extensionPoint<WelcomeSource>('welcomeSource', { id: s => s.code })
/** Answered by the module that keeps the steps: looks anew at those that this source settles for these students. */
interface WelcomeSide extends Registration {
  kind: 'welcomeSteps'
  look(db: Db, code: string, studentIds: readonly string[]): Promise<void>
}
export const welcomeSides = solePoint<WelcomeSide>('welcomeSteps')
/** Declares what settles a step of enrolment, and by which of the module's own events, each naming a `studentId`, that changes. */
export const welcomeSource = ({ events = [], ...given }: Omit<WelcomeSource, 'kind'> & { events?: readonly string[] }): Registration[] => [
  welcomeSources.make(given),
  ...(events.length
    ? [
        onMany(events, `welcome.${given.code}`, async ({ db }, payloads) => {
          const ids = payloads.flatMap(p => (typeof p.studentId === 'string' ? [p.studentId] : []))
          await welcomeSides.of(db)?.look(db, given.code, [...new Set(ids)])
        }),
      ]
    : []),
]
