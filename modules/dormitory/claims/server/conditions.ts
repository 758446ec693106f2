import type { Phrase, Row } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import type { Place } from '../model/place.ts'
import type { claimRound } from '../model/round.ts'
import { claimFault, type Round } from './facts.ts'

/** What a student lacks before they may choose a bed, and the page where they meet it. */
export interface ClaimLack {
  text: Phrase
  link: string | null
  /** Not of this round at all: the fallback leaves them out, too. */
  isOut?: boolean
}
/** What a condition is told of a round. */
export interface ClaimOf {
  id: string
  /** Rooms are granted to classes. */
  isByClass: boolean
}
/** Something of another module that keeps students from choosing in some rounds: steps of enrolment that are not done (30-WD1). */
interface ClaimCondition extends Registration {
  kind: 'claimCondition'
  name: string
  concerns(db: Db, roundId: string): Promise<boolean>
  /** What each of these students lacks; nobody else is in the answer. */
  lacking(db: Db, round: ClaimOf, studentIds: readonly string[]): Promise<ReadonlyMap<string, readonly ClaimLack[]>>
  /** Locks the rows that the answer rests on until the transaction ends, in the order of their ids. */
  lock(db: Db, studentIds: readonly string[]): Promise<void>
  /** Refuses to open a round before something else is done. */
  mayOpen(db: Db, round: Row<typeof claimRound>): Promise<void>
  /** The round is settled: who was given which bed and why, and who has none (30-WD7). */
  settled(db: Db, roundId: string, placed: ReadonlyMap<string, Place>, left: readonly string[]): Promise<void>
}
export const claimConditions = extensionPoint<ClaimCondition>('claimCondition', { id: c => c.name })

const NOTHING: ReadonlyMap<string, readonly ClaimLack[]> = new Map()
async function concerning(db: Db, { id }: Pick<Round, 'id'>): Promise<ClaimCondition[]> {
  const all = await Promise.all(db.registered(claimConditions).map(async c => ((await c.concerns(db, id)) ? c : undefined)))
  return all.flatMap(c => c ?? [])
}
export async function mustMayOpen(db: Db, round: Row<typeof claimRound>): Promise<void> {
  for (const condition of await concerning(db, round)) await condition.mayOpen(db, round)
}
export async function tellSettled(db: Db, round: Round, placed: ReadonlyMap<string, Place>, left: readonly string[]): Promise<void> {
  for (const condition of await concerning(db, round)) await condition.settled(db, round.id, placed, left)
}
/** Whether other modules look after a round: its students are told nothing of beds that are not theirs to choose (30-WD5). */
export const isLookedAfter = async (db: Db, round: Round): Promise<boolean> => (await concerning(db, round)).length > 0
/** What these students lack, by all conditions that concern the round. */
export async function lacksOf(db: Db, round: Round, studentIds: readonly string[]): Promise<ReadonlyMap<string, readonly ClaimLack[]>> {
  const of = { id: round.id, isByClass: round.pool.grants.length > 0 }
  const found = await Promise.all((await concerning(db, round)).map(c => c.lacking(db, of, studentIds)))
  if (!found.length) return NOTHING
  return new Map(studentIds.map(id => [id, found.flatMap(lacks => lacks.get(id) ?? [])]))
}
/** Of these students, those who are of the round. */
export async function ofRound<S extends { studentId: string }>(db: Db, round: Round, people: readonly S[]): Promise<S[]> {
  const lacks = await lacksOf(
    db,
    round,
    people.map(p => p.studentId),
  )
  return people.filter(p => !lacks.get(p.studentId)?.some(l => l.isOut))
}
/** What is lacking, one after the other. */
export const saidOf = (lacks: readonly ClaimLack[]): Array<string | Phrase> => lacks.flatMap(({ text }, n) => (n ? ['；', text] : [text]))
export const blockedBy = (lacks: readonly ClaimLack[]) => claimFault({ rule: 'blocked', values: { why: saidOf(lacks) } })
/** In the transaction of a claim: locks what the conditions rest on and judges anew, so that whoever gives up the place at the same moment either comes before, or finds the bed to release. */
export async function lockLacks(db: Db, round: Round, studentIds: readonly string[]): Promise<ReadonlyMap<string, readonly ClaimLack[]>> {
  const conditions = await concerning(db, round)
  for (const condition of conditions) await condition.lock(db, studentIds)
  return conditions.length ? lacksOf(db, round, studentIds) : NOTHING
}
/** The same for one student, who is refused. */
export async function mustLackNothing(db: Db, round: Round, studentId: string): Promise<void> {
  const lacks = (await lockLacks(db, round, [studentId])).get(studentId)
  if (lacks?.length) throw blockedBy(lacks)
}
