import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { isPsychologist, layersOf } from '../../attention/server/api.ts'
import { type CrisisEvent, crisisEvent, type crisisStates } from '../model/crisis-event.ts'

/** What the caller is to an event. Whole: whoever leads it or is asked to, the team, psychologists who are called; part: counsellor, college, who reported it. */
export type Seen = { id: string; isWhole: boolean }
/** Events that are there for the caller, as a relation (id, is_whole). Administrators have the permission and no relation. */
export async function crises(db: Db, more: Sql): Promise<Sql> {
  const me = db.me.userId
  const leads = sql`(e.state = 'open' and (e.lead_id = ${me} or e.next_lead_id is not distinct from ${me}::uuid))`
  return sql`(select e.id, e.at, e.state, e.student_id, e.lead_id, e.next_lead_id, e.accept_by, e.guardian_at, coalesce(x.layer = 2 or x.layer = 1 and ${isPsychologist(db)}::boolean, false) or ${leads} as is_whole
    from crisis_event e left join ${await layersOf(db)} x on x.id = e.case_id
    where e.tenant_id = ${db.me.tenantId} and (x.layer > 0 or ${leads} or e.reported_by_id = ${me}) ${more})`
}
export async function seenCrisis(db: Db, id: string): Promise<Seen> {
  const [seen] = await db.query<Seen>(sql`select c.id, c.is_whole as "isWhole" from ${await crises(db, sql`and e.id = ${id}`)} c`)
  if (!seen) throw notFound()
  return seen
}
/** Locked first; what the caller is to it is asked behind the lock. */
export async function lockedCrisis(db: Db, id: string, verb: keyof typeof crisisStates.verbs): Promise<CrisisEvent & Pick<Seen, 'isWhole'>> {
  await seenCrisis(db, id)
  const row = await db.unscoped(crisisEvent).lock(id, verb) // the caller has a part in it
  return { ...row, isWhole: (await seenCrisis(db, id)).isWhole }
}
