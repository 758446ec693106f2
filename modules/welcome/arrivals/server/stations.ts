import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { welcomeBatch } from '../../steps/model/batch.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { stations } from '../model/actions.ts'
import { SEATS } from '../model/parameters.ts'
import { arrivalPlan } from '../model/slot.ts'

interface Group {
  station: string
  from: string
  students: number
  people: number
  pickUp: number
}
export default handle(stations, async ({ db }, { batchId }) => {
  const [batch] = await db.unscoped(welcomeBatch).all(batchId ? { id: batchId } : { state: ['published', 'paused', 'closed'] }, { sort: ['-beginTime'], limit: 1 }) // the names of batches are open
  if (!batch) return { batchId: null, members: 0, planned: 0, groups: [] }
  const [counts] = await db.query<{ members: number }>(
    sql`select count(*)::int as members from ${db.visibleFor(welcomeMember, 'welcome:welcomeMember:list').rows()} m where m.batch_id = ${batch.id}`,
  )
  const groups =
    await db.query<Group>(sql`select coalesce(p.station, '—') as station, to_json(s."from")#>>'{}' as from, count(*)::int as students, sum(1 + p.companions)::int as people,
      coalesce(sum(1 + p.companions) filter (where p.pick_up), 0)::int as "pickUp"
    from ${db.visible(arrivalPlan).rows()} p join arrival_slot s on s.tenant_id = p.tenant_id and s.id = p.slot_id where p.batch_id = ${batch.id} group by 1, 2 order by 2, 3 desc`)
  return {
    ...{ batchId: batch.id, members: counts?.members ?? 0, planned: groups.reduce((sum, g) => sum + g.students, 0) },
    groups: groups.map(g => ({ ...g, from: new Date(g.from).toISOString(), buses: Math.ceil(g.pickUp / SEATS) })),
  }
})
