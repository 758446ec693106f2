import sql from 'sql-template-tag'
import { examColumns } from '#modules/campus/model/organisation-rules.ts'
import { compute, handle } from '#server/context.ts'
import { pairsOf } from '../model/neighbours.ts'
import { ROOM_KINDS } from '../model/room.ts'
import { examSeating, seatingPlan } from '../model/seating.ts'
import { completeOf } from './sitters.ts'

interface Sits {
  roomNo: string
  layout: string
  seatNo: number
  school: string | null
}
const plan = handle(seatingPlan, async ({ db, me }, { id }) => {
  const { batchId } = await db.visible(examSeating).one(id)
  const { sitters, exempt } = await completeOf(db, batchId)
  const of = sql`r.tenant_id = ${me.tenantId} and r.batch_id = ${batchId}::uuid`
  const there = new Set(
    (await db.query<{ subject: string }>(sql`select subject from exam_session where tenant_id = ${me.tenantId} and batch_id = ${batchId}::uuid`)).map(s => s.subject),
  )
  const rooms = await db.query<{ kind: keyof typeof ROOM_KINDS; rooms: number; seats: number }>(
    sql`select kind, count(*)::int as rooms, sum(seats)::int as seats from exam_room r where ${of} group by 1`,
  )
  const sits = await db.query<Sits>(sql`select distinct r.room_no as "roomNo", r.layout, e.seat_no as "seatNo", p.school from exam_room r
    join exam_seat e on e.tenant_id = r.tenant_id and e.room_id = r.id join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id
    join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id where ${of} order by 1, 3`)
  const people = { normal: sitters.filter(s => !s.isSpecial).length, special: sitters.filter(s => s.isSpecial).length, spare: 0 }
  return {
    groups: [...Map.groupBy(sitters, s => s.group).values()].map(members => ({
      subjects: members[0]?.subjects ?? [],
      people: members.length,
      special: members.filter(m => m.isSpecial).length,
      lacking: (members[0]?.subjects ?? []).filter(s => !there.has(s)),
    })),
    kinds: (Object.keys(ROOM_KINDS) as Array<keyof typeof ROOM_KINDS>).map(kind => {
      const found = rooms.find(r => r.kind === kind)
      return { kind, rooms: found?.rooms ?? 0, seats: found?.seats ?? 0, people: people[kind] }
    }),
    exempt,
    rooms: pairsBySchool(sits),
  }
})
/** Pairs of neighbours of one school, a line for each room and school. */
function pairsBySchool(sits: readonly Sits[]): Array<{ roomNo: string; school: string; pairs: string[] }> {
  return [...Map.groupBy(sits, s => s.roomNo)].flatMap(([roomNo, here]) => {
    const schools = new Map(here.map(s => [s.seatNo, s.school ?? '']))
    const pairs = pairsOf(examColumns(here[0]?.layout ?? '') ?? [], schools)
    return [...Map.groupBy(pairs, ([seat]) => schools.get(seat) ?? '')].map(([school, of]) => ({ roomNo, school, pairs: of.map(([a, b]) => `${a}–${b}`) }))
  })
}
export default [
  plan,
  compute(examSeating, ['seated'], async ({ db }, rows) => {
    const found = await db.query<{ id: string; n: number }>(
      sql`select batch_id as id, count(distinct application_id)::int as n from exam_seat where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.batchId)}::uuid[]) group by 1`,
    )
    const of = new Map(found.map(f => [f.id, f.n]))
    for (const row of rows) row.seated = of.get(row.batchId) ?? 0
  }),
]
