import { type Entity, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { phraseOf } from '#server/i18n/wording.ts'
import { qualifies } from '../../flows/model/explain.ts'
import { explainStudent, factNames, knownFacts, sayIn, unmetText } from '../../flows/server/api.ts'
import { conditionsIn } from '../model/conditions.ts'
import type { RoundRow } from '../model/round.ts'
import { frozenFactsOf } from './frozen-facts.ts'

/** Refuses a person who does not meet the conditions of a round, with their own values. */
export async function mustQualify(db: Db, of: Entity, row: RoundRow, studentId: string | null): Promise<void> {
  const conditions = conditionsIn(row)
  if (!conditions.length) return
  const [known, say] = [await knownFacts(db), sayIn('zh-cn')]
  const told = await explainStudent(db, studentId, conditions, { known, say }, await frozenFactsOf(db, row, studentId))
  if (qualifies(told)) return
  const reader = { known, say, readable: new Set(factNames(conditions)) } // one's own values
  throw refusalOf(of, 'unqualified', { name: row.name, why: phraseOf(told.flatMap(e => e.failed.map(f => ({ rule: '', text: unmetText(f, reader) })))) })
}
