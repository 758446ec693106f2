import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { TOOK_SEATS } from '../model/enrolment.ts'
import { activityAlbums } from '../model/photos.ts'

const MOST = 60
interface Album {
  activityId: string
  title: string
  startAt: string
  count: number
  cover: string
}
/** 60-AT13: the newest albums the caller may look at: of activities they took part in, and of those whose pictures are for the school. */
export default handle(activityAlbums, async ({ db, me }) => {
  const isOfSchool = Boolean(me.studentId || me.teacherId)
  return db.query<Album>(sql`select a.id as "activityId", a.title, a.start_at as "startAt", p.count, p.cover from activity a
      cross join lateral (select count(*)::int as count, (array_agg(f.file ->> 0 order by f.created_at, f.id))[1] as cover from activity_photo f
        where f.tenant_id = a.tenant_id and f.activity_id = a.id and f.state = 'shown') p
    where a.tenant_id = ${db.me.tenantId} and a.state in ('approved', 'settled') and a.start_at <= now() and p.count > 0
      and (a.photo_scope in ('school', 'public') and ${isOfSchool} or a.id in (select e.activity_id from activity_enrolment e
        where e.tenant_id = ${db.me.tenantId} and e.student_id = ${me.studentId}::uuid and e.state = any(${[...TOOK_SEATS]}::text[])))
    order by a.start_at desc limit ${MOST}`)
})
