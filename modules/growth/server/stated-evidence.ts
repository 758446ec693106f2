import sql from 'sql-template-tag'
import { type EvidenceFact, type EvidenceKind, evidenceSource } from '#server/extensions/evidence.ts'
import { stands } from './count.ts'

/** What a category is as evidence; a category of the school's own is an activity. */
const KINDS: Readonly<Record<string, EvidenceKind>> = { practice: 'practice', volunteer: 'volunteer', work: 'office' }
interface StandingEntry {
  studentId: string
  occurredOn: string
  sourceId: string
  title: string
  category: string
  hours: number
}
/** 50-EV1: every entry that stands, with the hours that count. */
export default evidenceSource({
  code: 'growth.growthEntry',
  label: '成长台账',
  events: ['growth.posted', 'growth.reversed', 'growth.recounted'],
  about: payloads => payloads.flatMap(({ entryId, entryIds }) => (Array.isArray(entryIds) ? entryIds.map(String) : typeof entryId === 'string' ? [entryId] : [])),
  async facts({ db }, ids) {
    const rows =
      await db.query<StandingEntry>(sql`select e.student_id as "studentId", e.biz_date::text as "occurredOn", e.id::text as "sourceId", e.title, e.category, e.counted_hours::float8 as hours
      from growth_entry e where e.tenant_id = ${db.me.tenantId} and e.id = any(${[...ids]}::uuid[]) and ${stands}`)
    return rows.map(({ category, hours, ...row }): EvidenceFact => ({ ...row, kind: KINDS[category] ?? 'activity', quantity: hours }))
  },
})
