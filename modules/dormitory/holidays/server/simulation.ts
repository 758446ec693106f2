import sql from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { planOf } from '#modules/outing/server/api.ts'
import { handle } from '#server/context.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { simulate } from '../model/closing-actions.ts'
import { type House, simulateClosing } from '../model/simulate.ts'
import { bedsFor } from './central-facts.ts'

/** Which buildings could be closed, with savings. Read-only; considers buildings in the reader's scope. */
export default handle(simulate, async ({ db }, { planId, rooms }) => {
  const plan = await planOf(db, planId) // buildings are scoped next
  const dorms = await db.visible(dormBuilding).all({ isEnabled: true })
  const stayers = await db.query<{ dormId: string; genderCode: string; count: number }>(sql`select t.dorm_id as "dormId", t.gender_code as "genderCode", count(*)::int as count
    from holiday_destination d join dorm_stay t on t.tenant_id = d.tenant_id and t.student_id = d.student_id and t.state = 'checkedIn' and t.kind <> 'temporary'
    where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.choice = 'stay' and d.answered_at is not null group by 1, 2`)
  const beds = await bedsFor(db, plan, null)
  const byDorm = Map.groupBy(beds, b => b.dormId)
  const houses: House[] = dorms.map(d => ({
    id: d.id,
    name: d.fullName ?? d.name,
    staying: Object.fromEntries(stayers.filter(s => s.dormId === d.id).map(s => [s.genderCode, s.count])),
    beds: byDorm.get(d.id) ?? [],
  }))
  const nights = daysBetween(plan.holidayFrom, plan.holidayTo)
  const { closable, kept, ...figures } = simulateClosing(houses, rooms, nights)
  const nameOf = (id: string): string => houses.find(h => h.id === id)?.name ?? ''
  return { ...figures, nights, closable: closable.map(nameOf), kept: kept.map(nameOf) }
})
