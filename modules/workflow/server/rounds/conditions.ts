import { type Entity, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { phraseOf } from '#server/i18n/wording.ts'
import { type NamedCondition, qualifies } from '../../model/explain.ts'
import type { RoundRow } from '../../model/round.ts'
import { explainStudent, factNames, sayIn, unmetText } from '../conditions.ts'
import { knownFacts } from '../student-facts.ts'

/** The conditions a round asks of students; none where its entity has no `conditionFields`. */
export const conditionsIn = (row: RoundRow): readonly NamedCondition[] => ('conditions' in row && (row.conditions as readonly NamedCondition[] | null)) || []

/** Refuses a person who does not meet the conditions of a round, with their own values. */
export async function mustQualify(db: Db, of: Entity, row: RoundRow, studentId: string | null): Promise<void> {
  const conditions = conditionsIn(row)
  if (!conditions.length) return
  const [known, say] = [await knownFacts(db), sayIn('zh-cn')]
  const told = await explainStudent(db, studentId, conditions, known, say)
  if (qualifies(told)) return
  const reader = { known, say, readable: new Set(factNames(conditions)) } // one's own values
  throw refusalOf(of, 'unqualified', { name: row.name, why: phraseOf(told.flatMap(e => e.failed.map(f => ({ rule: '', text: unmetText(f, reader) })))) })
}
