import sql from 'sql-template-tag'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'

/** 20-SA14: who stayed away from what counts. Made up for later, the absence is reversed. */
export default evidenceSource({
  code: 'signIn.occurrence',
  label: '签到',
  events: ['signIn.occurrenceSettled'],
  about: payloads => payloads.flatMap(({ occurrenceId, countsForEvidence }) => (countsForEvidence === true && typeof occurrenceId === 'string' ? [occurrenceId] : [])),
  async facts({ db }, ids) {
    const rows = await db.query<
      Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId' | 'title'>
    >(sql`select l.student_id as "studentId", o.date::text as "occurredOn", o.id::text as "sourceId", t.name as title
      from sign_line l join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
      where l.tenant_id = ${db.me.tenantId} and l.occurrence_id = any(${[...ids]}::uuid[]) and l.state = 'absent'`)
    return rows.map(row => ({ ...row, kind: 'absence' as const }))
  },
})
