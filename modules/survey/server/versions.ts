import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { Question } from '../model/question.ts'
import type { survey } from '../model/survey.ts'
import { surveyVersion } from '../model/survey-rows.ts'

export type Survey = Row<typeof survey>
/** The questions of a survey whose row the caller may read; by default of its current version. */
export async function questionsOf(db: Db, { id, versionNo }: Pick<Survey, 'id' | 'versionNo'>, no = versionNo): Promise<Question[]> {
  const found = await db.unscoped(surveyVersion).find({ surveyId: id, no }) // of a row the caller may read
  return found?.questions ?? []
}
