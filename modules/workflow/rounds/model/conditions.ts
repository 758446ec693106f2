import { type Entity, json } from '#model'
import type { NamedCondition } from '../../flows/model/explain.ts'
import type { RoundRow, roundFields } from './round.ts'

/** The field of a round that asks something of students, spread into its entity. Changed by `saveConditions` while it is a draft. */
export const conditionFields = { conditions: json<readonly NamedCondition[]>('条件', { readonly: true }) } as const
/** A kind of round with conditions. */
export type QualifiedRound = Entity<typeof roundFields & typeof conditionFields>
/** The conditions a round asks of students; none where its entity has no `conditionFields`. */
export const conditionsIn = (row: RoundRow): readonly NamedCondition[] => ('conditions' in row && (row.conditions as readonly NamedCondition[] | null)) || []
