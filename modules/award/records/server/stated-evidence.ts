import sql from 'sql-template-tag'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'

/** Grades of awards by the levels of evidence; one of a donor is the school's to give. */
const LEVELS = { national: 'national', provincial: 'provincial', municipal: 'municipal', school: 'school', college: 'college', donor: 'school' }
/** An award of one student, while it stands; that of a class or room is nobody's own. */
export default evidenceSource({
  code: 'award.record',
  label: '评奖评优',
  events: ['award.granted', 'award.revoked'],
  about: payloads => payloads.flatMap(({ recordId }) => (typeof recordId === 'string' ? [recordId] : [])),
  async facts({ db }, ids) {
    const rows = await db.query<
      Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId' | 'title'> & { grade: string }
    >(sql`select r.student_id as "studentId", r.granted_on::text as "occurredOn",
        r.id::text as "sourceId", i.name || coalesce(' ' || r.level, '') as title, i.award_grade as grade
      from award_record r join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id
      where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...ids]}::uuid[]) and r.state = 'valid' and i.subject = 'student'`)
    return rows.map(({ grade, ...row }): EvidenceFact => ({ ...row, kind: 'award', level: LEVELS[grade as keyof typeof LEVELS] ?? null }))
  },
})
