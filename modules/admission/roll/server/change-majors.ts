import { gradeMajor } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { admittedStudent } from '../model/admitted-student.ts'
import { correctRoll } from './roll.ts'

/** Brings people of the roll, whom the caller has locked, into other majors of their year: their records follow, and with them bills and letters. */
export async function changeMajors(db: Db, moves: ReadonlyArray<{ id: string; gradeMajorId: string }>): Promise<void> {
  const ids = moves.map(m => m.id)
  const [before, places] = [await db.unscoped(admittedStudent).all({ id: ids }), await db.cached(gradeMajor)] // the caller has checked whose
  await db.updateMany(
    admittedStudent,
    moves.flatMap(({ id, gradeMajorId }) => {
      const place = places.get(gradeMajorId)
      return place ? [{ id, gradeMajorId, level: place.level, duration: place.duration, departmentId: place.departmentId }] : []
    }),
  )
  await correctRoll(db, before, await db.unscoped(admittedStudent).all({ id: ids })) // as above
}
