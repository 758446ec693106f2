import sql, { empty } from 'sql-template-tag'
import { accountNames } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import type { Expected, PresenceSource } from '../../stays/model/presence.ts'
import type { Evidence, NightResult, NightWay } from '../model/evidence.ts'
import { nightSeats } from '../model/read-actions.ts'
import { seenIn } from './board.ts'
import { mayKnowWhy } from './reason-permission.ts'

const MOST = 600
interface Seat {
  id: string
  studentId: string
  name: string
  studentNo: string | null
  className: string | null
  bed: string
  phone: string | null
  expected: Expected
  source: PresenceSource | null
  result: NightResult
  way: NightWay | null
  seenAt: string | null
  conflict: boolean
  evidence: readonly Evidence[] | null
}
/** Observers by name. */
export async function told(db: Db, evidence: ReadonlyArray<readonly Evidence[] | null>) {
  const names = await accountNames(
    db,
    evidence.flatMap(those => (those ?? []).map(e => e.by)),
  )
  return (those: readonly Evidence[] | null) => (those ?? []).map(({ way, says, at, by, note }) => ({ way, says, at, by: (by && names.get(by)) || null, note: note ?? null }))
}
const WHICH = {
  missing: sql`and l.result in ('pending', 'absent')`,
  conflict: sql`and l.conflict`,
  all: empty,
} as const
export default handle(nightSeats, async ({ db, me }, { night, dormId, floorId, classId, view }) => {
  const inside = sql`${dormId ? sql`and v.dorm_id = ${dormId}` : empty} ${floorId ? sql`and v.floor_id = ${floorId}` : empty} ${classId ? sql`and v.class_id = ${classId}` : empty}`
  const rows =
    await db.query<Seat>(sql`select l.id, s.id as "studentId", s.name, s.student_no as "studentNo", c.name as "className", b.full_name as bed, s.phone, l.expected, l.source, l.result, l.way,
      l.seen_at as "seenAt", l.conflict, l.evidence
    from ${seenIn(db, night, inside)} l join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.student_id join dorm_bed b on b.tenant_id = s.tenant_id and b.id = l.bed_id
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = l.class_id
    where true ${WHICH[view]}
    order by case l.result when 'absent' then 0 when 'pending' then 1 when 'late' then 2 when 'present' then 3 else 4 end, b.full_name limit ${MOST}`)
  const words = await told(
    db,
    rows.map(r => r.evidence),
  )
  return rows.map(r => ({ ...r, source: mayKnowWhy(me) ? r.source : null, evidence: words(r.evidence) }))
})
