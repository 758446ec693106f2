import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { type photoBatch, photoLine } from '../model/batch.ts'
import type { Fault } from '../model/faults.ts'

type Line = Row<typeof photoLine>
const MOST_NAME = 300
/** The name of a file as its line has it. */
export const lineOf = (file: string): string => file.slice(-MOST_NAME)
/** Writes what became of a file. A file that has a line keeps it. */
export async function addLine(
  db: Db,
  { id, ownerId, departmentId }: Row<typeof photoBatch>,
  file: string,
  result: Line['result'],
  about: { fault?: Fault; detail?: string; studentId?: string; photoId?: string },
): Promise<undefined> {
  await db.insertMany(photoLine, [{ batchId: id, ownerId, departmentId, name: lineOf(file), result, ...about }], { skipExisting: true, history: false })
}
