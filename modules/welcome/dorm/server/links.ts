import { type Row, refusalOf } from '#model'
import { claimRound } from '#modules/dormitory/claims/model/round.ts'
import { type Db, rules } from '#server/context.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { behind } from '../../steps/model/graph.ts'
import { stepsOf } from '../../steps/server/api.ts'
import { claimLink } from '../model/link.ts'

export type Link = Row<typeof claimLink>
/** Settled by a bed that is reserved. */
const BED = 'dormitory'
const present = (of: ReadonlyArray<string | null> | null | undefined): string[] => (of ?? []).flatMap(one => one ?? [])

export const linkOfRound = async (db: Db, roundId: string): Promise<Link | undefined> => [...(await db.cached(claimLink)).values()].find(l => l.roundIds.includes(roundId))
export const linkOfBatch = async (db: Db, batchId: string): Promise<Link | undefined> => [...(await db.cached(claimLink)).values()].find(l => l.batchId === batchId)
export const roundIdsOf = ({ roundIds }: Pick<Link, 'roundIds'>): string[] => present(roundIds)
export const conditionsOf = ({ conditions }: Pick<Link, 'conditions'>): string[] => present(conditions)

/** 30-WD1: what waits for the bed, over any number of steps, cannot be asked before it. */
async function checkConditions(db: Db, { batchId, conditions }: Pick<Link, 'batchId' | 'conditions'>): Promise<void> {
  const steps = await stepsOf(db, batchId)
  const late = new Set(steps.filter(s => s.autoSource === BED).flatMap(s => [s.code, ...behind(steps, s.code)]))
  for (const code of present(conditions)) {
    const step = steps.find(s => s.code === code)
    if (!step) throw refusalOf(claimLink, 'unknownStep', { code }, 'conditions')
    if (late.has(code)) throw refusalOf(claimLink, 'waits', { step: step.name }, 'conditions')
  }
}
async function checkRounds(db: Db, { batchId, roundIds }: Pick<Link, 'batchId' | 'roundIds'>, isNamed: (id: string) => boolean): Promise<void> {
  const ids = [...new Set(present(roundIds))]
  const named = ids.filter(isNamed)
  const found = await db.visibleFor(claimRound, 'dormitory:claimRound:list').count({ id: named })
  if (found < named.length) throw refusalOf(claimLink, 'otherRound', { count: named.length - found }, 'roundIds')
  for (const other of await db.unscoped(claimLink).all()) {
    const roundId = other.batchId === batchId ? undefined : ids.find(id => other.roundIds.includes(id))
    if (!roundId) continue
    const [round, batch] = [await db.unscoped(claimRound).one(roundId), await db.unscoped(welcomeBatch).one(other.batchId)] // names only
    throw refusalOf(claimLink, 'roundTaken', { round: round.name, batch: batch.name }, 'roundIds')
  }
}
export default rules(claimLink, {
  async add({ db }, draft) {
    const link = draft as Link
    await checkConditions(db, link)
    await checkRounds(db, link, () => true)
  },
  async update({ db }, row, patch) {
    if (patch.conditions !== undefined) await checkConditions(db, { ...row, ...patch } as Link)
    if (patch.roundIds !== undefined) await checkRounds(db, { ...row, ...patch } as Link, id => !row.roundIds.includes(id))
  },
})
