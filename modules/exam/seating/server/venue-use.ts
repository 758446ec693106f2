import sql from 'sql-template-tag'
import { type VenueUse, venueUses } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'

/** 60-GV1: a room of an examination is nobody else's while a session is sat. */
export default venueUses('exam', async (db: Db, venueId, from, to): Promise<VenueUse | undefined> => {
  const [first] = await db.query<{ batch: string; from: string; to: string }>(sql`select * from (
      select b.name as batch, (s.date + s."from") at time zone 'Asia/Shanghai' as "from", (s.date + s."to") at time zone 'Asia/Shanghai' as "to"
      from exam_room r join exam_session s on s.tenant_id = r.tenant_id and s.batch_id = r.batch_id
      join exam_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id and b.state <> 'cancelled'
      where r.tenant_id = ${db.me.tenantId} and r.venue_id = ${venueId}::uuid) x
    where x."from" < ${to}::timestamptz and x."to" > ${from}::timestamptz order by 2 limit 1`)
  return first && { title: first.batch, holder: { text: '招生考试' }, from: first.from, to: first.to }
})
