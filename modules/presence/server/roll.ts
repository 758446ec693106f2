import sql from 'sql-template-tag'
import { building } from '#modules/campus/model/places.ts'
import { dormBuilding } from '#modules/dormitory/places/model/places.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { subjectsOf } from '#server/audit/subjects.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { audit } from '#server/records/verbs.ts'
import { type Confidence, type PresenceStateName, presenceState } from '../model/presence-state.ts'
import { emergencyRoll } from '../model/roll.ts'

interface Found {
  studentId: string
  state: PresenceStateName
  confidence: Confidence
  since: string
}
/** Who was seen entering and not leaving, whatever they are allowed; and residents of whom nothing is known, who may as well be in bed. */
export default handle(emergencyRoll, async (ctx, { buildingId, purpose }) => {
  const { db, refuse } = ctx
  const place = (await db.cached(building)).get(buildingId)
  if (!place) throw notFound()
  const dormIds = [...(await db.cached(dormBuilding)).values()].flatMap(d => (d.buildingId === buildingId ? [d.id] : []))
  const rows = await db.query<Found>(sql`select p.student_id as "studentId", p.state, case when p.place_id = ${buildingId} then p.confidence else 'low' end as confidence, p.since
    from ${db.visible(presenceState).rows()} p where p.place_id = ${buildingId} or (p.place_id is null and p.state = 'unknown' and p.dorm_id = any(${dormIds}::uuid[]))
    order by p.place_id is null, array_position(array['high', 'medium', 'low'], p.confidence), p.since desc, p.student_id`)
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const found = rows.flatMap(row => {
    const who = people.get(row.studentId)
    return who ? [{ ...row, name: who.name, studentNo: who.studentNo, className: who.className, phone: who.phone }] : []
  })
  if (!found.length) refuse('none', { building: place.name })
  const auditId = await audit(ctx, 'reveal', presenceState.name, null, { building: place.name, buildingId, reason: purpose, count: found.length })
  await subjectsOf(
    db,
    presenceState,
    auditId,
    found.map(({ studentId }) => ({ studentId })),
  )
  return { buildingId, building: place.name, at: new Date().toISOString(), people: found }
})
