import sql from 'sql-template-tag'
import { POT } from '#modules/workflow/rounds/model/round-quota.ts'
import { issueSeatsTo, type SeatOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { quotaOf, type RoomFacts } from '../model/civilised-rules.ts'

interface Span {
  from: string
  to: string
}
/** 20-DI11: facts of rooms in a date range: weekly scores, single checks, and confirmed violations of the room or its residents. */
export async function factsOf(db: Db, roomIds: readonly string[], { from, to }: Span): Promise<Map<string, RoomFacts>> {
  const { tenantId } = db.me
  const rows = await db.query<RoomFacts & { roomId: string }>(sql`
    select r.id as "roomId", s.mean, s.lowest, coalesce(s.checks, 0) as checks, coalesce(v.n, 0) as violations from unnest(${[...roomIds]}::uuid[]) r(id)
      left join lateral (select round(avg(c.room_score), 2)::float8 as mean, min(c.room_score)::float8 as lowest, count(*)::int as checks from check_record c
        where c.tenant_id = ${tenantId} and c.room_id = r.id and c.kind = 'health' and c.is_valid and (c.checked_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date) s on true
      left join lateral (select count(*)::int as n from dorm_violation v where v.tenant_id = ${tenantId} and v.level in ('ordinary', 'serious') and v.state in ('confirmed', 'referred')
        and (v.at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date
        and (v.room_id = r.id or v.student_id in (select y.student_id from dorm_stay y where y.tenant_id = ${tenantId} and y.room_id = r.id and y.state = 'checkedIn'))) v on true`)
  return new Map(rows.map(({ roomId, ...facts }) => [roomId, facts]))
}
/** 20-DI11: issues each college its quota, a share of the rooms mostly occupied by its students. */
export async function issueQuotas(db: Db, { id, quotaPercent }: { id: string; quotaPercent: number }): Promise<void> {
  const rows = await db.query<{ holder: string; rooms: number }>(sql`select coalesce(m.college::text, ${POT}) as holder, count(*)::int as rooms from (
      select mode() within group (order by t.department_id) as college from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id
      where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind <> 'temporary' group by s.room_id) m group by 1`)
  const wanted = rows.map(({ holder, rooms }) => ({ holder, issued: quotaOf(rooms, quotaPercent) }))
  await issueSeatsTo(db, id, wanted, 'civilisedRound', '按房间数下达')
}
/** The seat of a room in its college's quota; rooms of no college share the common pot. */
export const seatOf = ({ id, roundId, departmentId }: { id: string; roundId: string; departmentId: string | null }): SeatOf => ({
  ...{ roundId, holder: departmentId ?? POT },
  ...{ sourceType: 'civilisedRoom', sourceId: id, sourceSeq: 1 },
})
