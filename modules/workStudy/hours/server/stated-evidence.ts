import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'

/** A student's time on a post, once it is over, with the hours that were approved. */
export default evidenceSource({
  code: 'workStudy.engagement',
  label: '勤工助学',
  events: ['workStudy.ended'],
  about: payloads => payloads.flatMap(({ engagementId }) => (typeof engagementId === 'string' ? [engagementId] : [])),
  async facts({ db }, ids) {
    const rows = await db.query<Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId' | 'title'> & { hours: number }>(sql`select e.student_id as "studentId",
        least(coalesce(e."to", ${today()}::date), ${today()}::date)::text as "occurredOn", e.id::text as "sourceId", p.title, sum(h.hours)::float8 as hours
      from engagement e join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
        join hour_entry h on h.tenant_id = e.tenant_id and h.engagement_id = e.id and h.state in ('approved', 'paid')
      where e.tenant_id = ${db.me.tenantId} and e.id = any(${[...ids]}::uuid[]) and e.state = 'ended' group by e.tenant_id, e.id, p.title`)
    return rows.map(({ hours, ...row }): EvidenceFact => ({ ...row, kind: 'practice', quantity: hours }))
  },
})
