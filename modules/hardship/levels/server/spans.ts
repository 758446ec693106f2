import type { Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { yearEnds } from '#modules/campus/model/school-year.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { aidLevelSpan, type END_CAUSES, type LEVEL_CAUSES } from '../model/span.ts'

export type Span = Row<typeof aidLevelSpan>
/** A level from a day on; without a level, the end of the one there is. */
export interface LevelMove {
  studentId: string
  level: string | null
  from: string
  to: string
  cause: keyof typeof LEVEL_CAUSES
  endCause: keyof typeof END_CAUSES
  reason?: string | null
}
/** Last day of the school year that a day belongs to. */
export const lastDayOfYear = async (db: Db, on: string): Promise<string> => yearEnds(await schoolYearOn(db, on))
/** What is left of a span that ends before a day: nothing of one that had not begun. */
const cut = ({ id, from }: Span, { from: on, endCause, reason }: LevelMove) => {
  const last = addDays(on, -1)
  return { id, to: from > last ? addDays(from, -1) : last, endCause, endReason: reason ?? null }
}
/** Gives students levels, or takes them, from a day on: what overlaps ends the day before. All of them in a few statements; whoever changes a level of the same student waits. */
export async function setLevels(db: Db, moves: readonly LevelMove[]): Promise<void> {
  const of = new Map(moves.map(m => [m.studentId, m]))
  await studentsOf(db, [...of.keys()], { lock: true })
  const spans = (await db.unscoped(aidLevelSpan).all({ studentId: [...of.keys()] })).filter(s => s.from <= s.to) // of these students
  const overlapping = spans.flatMap(span => {
    const move = of.get(span.studentId)
    return move && span.to >= move.from && span.from <= move.to ? [{ span, move }] : []
  })
  const now = new Map(overlapping.filter(({ span, move }) => span.from <= move.from).map(({ span, move }) => [move.studentId, span.level]))
  await db.updateMany(
    aidLevelSpan,
    overlapping.map(({ span, move }) => cut(span, move)),
  )
  const made = moves.flatMap(({ level, endCause: _, ...move }) => (level ? [{ ...move, level, id: uuidv7() }] : []))
  await db.insertMany(aidLevelSpan, made)
  const idOf = new Map(made.map(m => [m.studentId, m.id]))
  const told = moves.filter(m => m.level !== null || now.has(m.studentId))
  await db.emitMany(
    'hardship.levelChanged',
    told.map(({ studentId, level, from, to }) => ({
      ...{ studentId, from: now.get(studentId) ?? null, to: level },
      span: { id: idOf.get(studentId) ?? null, from, to },
    })),
  )
}
