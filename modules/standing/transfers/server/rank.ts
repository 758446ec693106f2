import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { seatsIn } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { ENTREPRENEURSHIP, SOLDIER_RETURNS } from '../../changes/model/dictionaries.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { rankTransfers } from '../model/actions.ts'
import { majorTransferBatch, outOf } from '../model/batch.ts'
import { type Candidate, type Placed, type Places, placeAll } from '../model/ranking.ts'
import type { Batch } from './batches.ts'

interface Assessed {
  id: string
  no: string
  score: number | null
  isSoldier: boolean
  isFounder: boolean
  from: string
  choices: string[]
}
/** Whether the student of a change `c` came back to school after a change for this reason: from the army, or from a company of their own. */
export const cameBack = (reason: string): Sql =>
  sql`exists (select from status_change e where e.tenant_id = c.tenant_id and e.student_id = c.student_id and e.effect_state = 'effective' and e.reason_code = ${reason}
    and e.period is distinct from 'running')`
/** Applicants of a batch in these states, with what the ranking goes by. */
const assessedIn = (db: Db, batch: Batch, state: 'approved' | 'rejected'): Promise<Assessed[]> =>
  db.query<Assessed>(sql`select c.id, c.change_no as no, c.assess_score::float8 as score, s.grade_major_id as from, c.choices,
      ${cameBack(SOLDIER_RETURNS)} as "isSoldier", ${cameBack(ENTREPRENEURSHIP)} as "isFounder"
    from status_change c join student s on s.tenant_id = c.tenant_id and s.id = c.student_id
    where c.tenant_id = ${db.me.tenantId} and c.batch_id = ${batch.id} and c.state = ${state} and c.effect_state = 'none'
      and (c.state = 'approved' or (c.rank is not null and c.to_grade_major_id is null)) order by c.id`)
export const bonusOf = ({ soldierBonus, founderBonus }: Pick<Batch, 'soldierBonus' | 'founderBonus'>, who: Pick<Assessed, 'isSoldier' | 'isFounder'>): number =>
  Math.max(who.isSoldier ? soldierBonus : 0, who.isFounder ? founderBonus : 0)

/** Places that are left: none is kept from leaving a grade-major for which no number is allotted. */
async function placesOf(db: Db, batchId: string): Promise<Places> {
  const [into, leaving] = [new Map<string, number>(), new Map<string, number>()]
  const prefix = outOf('')
  for (const [holder, { issued, free }] of await seatsIn(db, batchId))
    if (!holder.startsWith(prefix)) into.set(holder, free)
    else if (issued > 0) leaving.set(holder.slice(prefix.length), free)
  return { into, outOf: leaving }
}
/** The ranking of those who are in this state, as of now: who was not assessed, or below the least score, gets no place. */
export async function rankingOf(
  db: Db,
  batch: Batch,
  state: 'approved' | 'rejected',
): Promise<{ placed: Placed[]; unscored: string[]; candidates: ReadonlyMap<string, Candidate> }> {
  const rows = await assessedIn(db, batch, state)
  const candidates = rows.flatMap(({ id, no, score, from, choices, ...who }): Candidate[] => {
    if (score === null) return []
    const isEnough = batch.minScore === null || score >= batch.minScore
    return [{ id, no, score, bonus: bonusOf(batch, who), from, choices: isEnough ? choices : [] }]
  })
  return {
    placed: placeAll(candidates, await placesOf(db, batch.id)),
    unscored: rows.flatMap(r => (r.score === null ? r.id : [])),
    candidates: new Map(candidates.map(c => [c.id, c])),
  }
}
/** Writes the ranking of a batch whose applications are all decided. */
export async function rankAll(db: Db, batch: Batch) {
  const waiting = await db.unscoped(statusChange).count({ batchId: batch.id, state: ['pending', 'returned'] }) // of the whole batch
  if (waiting) throw refusalOf(rankTransfers, 'waiting', { count: waiting })
  const ranking = await rankingOf(db, batch, 'approved')
  const { placed, unscored } = ranking
  if (!placed.length && !unscored.length) throw refusalOf(rankTransfers, 'nobody', { name: batch.name })
  await db.updateMany(statusChange, [...placed.map(({ id, rank, to }) => ({ id, rank, toGradeMajorId: to })), ...unscored.map(id => ({ id, rank: null, toGradeMajorId: null }))])
  return ranking
}
export default handle(rankTransfers, async ({ db }, { id }) => {
  const batch = await db.visible(majorTransferBatch).lock(id, 'rank')
  const phase = phaseOf(batch)
  if (phase !== 'closed') throw refusalOf(rankTransfers, 'stillOpen', { name: batch.name, phase: roundPhases.labels[phase] })
  const { placed, unscored } = await rankAll(db, batch)
  await db.update(majorTransferBatch, id, { stage: 'ranked' })
  return { ranked: placed.length, placed: placed.filter(p => p.to).length, unscored: unscored.length }
})
