import sql from 'sql-template-tag'
import type { Entity } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import { today } from '../base/today.ts'
import type { Db } from '../context.ts'
import { printRefusal } from './texts.ts'

/** Wrong answers about one paper in a day. The last four characters of an identity number are one of some ten thousand. */
const WRONG_A_DAY = 10

/** What the check page asks before it tells about the papers of an entity: its number, and what only the holder knows. */
export interface CheckQuestion {
  kind: 'checkQuestion'
  entity: Entity
  /** Labels of the values to enter. */
  asks: readonly string[]
  /** Whether these values belong to the row. */
  isRight(db: Db, bizId: string, answers: readonly string[]): Promise<boolean>
}
export const checkQuestions = extensionPoint<CheckQuestion>('checkQuestion', { id: q => q.entity.name, entity: q => q.entity.name })
/** Declares the question about papers of an entity; a default export of `modules/x/server/*.ts`. */
export const checkQuestion = (entity: Entity, asks: readonly string[], isRight: CheckQuestion['isRight']): CheckQuestion => checkQuestions.make({ entity, asks, isRight })

export interface AskedPaper {
  issueId: string
  bizId: string
}
/** Refuses a wrong answer, and any further one about a paper that has had too many today. Counted before it is judged, so that answers sent at once are counted, too. */
export async function mustAnswer(db: Db, question: CheckQuestion, { issueId, bizId }: AskedPaper, answers: readonly string[]): Promise<void> {
  const on = today()
  const [{ wrong = 0 } = {}] = await db.query<{
    wrong: number
  }>(sql`update print_issue set wrong_answers = case when wrong_on = ${on} then wrong_answers else 0 end + 1, wrong_on = ${on}
    where tenant_id = ${db.me.tenantId} and id = ${issueId} returning wrong_answers as wrong`)
  if (wrong > WRONG_A_DAY) throw printRefusal('wrongTooOften', { most: WRONG_A_DAY }, 429)
  if (answers.length !== question.asks.length || !(await question.isRight(db, bizId, answers))) throw printRefusal('wrong', {}, 422)
  await db.query(sql`update print_issue set wrong_answers = wrong_answers - 1 where tenant_id = ${db.me.tenantId} and id = ${issueId} and wrong_on = ${on} and wrong_answers > 0`)
}
