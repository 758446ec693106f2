import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { delegation } from '../model/instance.ts'

export type Delegation = Row<typeof delegation>
/** 10-W15: delegations in force on a day, cached. */
export async function delegationsOn(db: Db, day = today()): Promise<readonly Delegation[]> {
  return [...(await db.cached(delegation)).values()].filter(d => d.from <= day && d.to >= day)
}
export const covers = (d: Pick<Delegation, 'processTypes'>, processType: string): boolean => !d.processTypes?.length || d.processTypes.includes(processType)
/** Deputy ids by owner id. */
export type Deputies = ReadonlyMap<string, readonly string[]>
/** Today's deputies of each of these people for a kind of application. */
export async function deputiesOf(db: Db, userIds: readonly string[], processType: string): Promise<Deputies> {
  const made = new Map<string, string[]>()
  for (const d of await delegationsOn(db)) if (userIds.includes(d.userId) && covers(d, processType)) made.set(d.userId, [...(made.get(d.userId) ?? []), d.deputyId])
  return made
}
/** People this user is deputy for today. */
export const actingFor = async (db: Db, deputyId: string): Promise<readonly Delegation[]> => (await delegationsOn(db)).filter(d => d.deputyId === deputyId)
/** Whether `deputyId` may act for `userId` in this kind of application today. */
export const isDeputy = async (db: Db, deputyId: string, userId: string, processType: string): Promise<boolean> =>
  (await actingFor(db, deputyId)).some(d => d.userId === userId && covers(d, processType))
