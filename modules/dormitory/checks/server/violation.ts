import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { ViolationDraft } from '../model/draft.ts'
import { dormViolation } from '../model/violation.ts'

export type { ViolationDraft }
export type Violation = Row<typeof dormViolation>

/** Creates violation drafts in bulk; the student is asked before a decision. Returns the ids of new ones. */
export async function draftViolations(db: Db, drafts: readonly ViolationDraft[]): Promise<string[]> {
  if (!drafts.length) return []
  const { tenantId } = db.me
  const from = sql`
    (select g.*, coalesce(g."roomId", b.room_id) as room, coalesce(t.class_id, m.class_id) as class, coalesce(t.department_id, m.department_id) as college
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as g("studentId" uuid, "roomId" uuid, type text, level text, at timestamptz, details text, place text, evidence jsonb,
        "sourceType" text, "sourceId" text, "sourceSeq" text)
      left join student t on t.tenant_id = ${tenantId} and t.id = g."studentId"
      left join lateral (select s.room_id from dorm_stay s where s.tenant_id = ${tenantId} and s.student_id = g."studentId" and s.state in ('checkedIn', 'checkedOut') and s.check_in_at <= g.at
        order by (s.check_out_at is null or s.check_out_at >= g.at) desc, s.check_in_at desc limit 1) b on true
      left join lateral (select s.class_id, min(s.department_id::text)::uuid as department_id from dorm_stay s where s.tenant_id = ${tenantId} and g."studentId" is null and s.room_id = g."roomId" and s.state = 'checkedIn'
        group by s.class_id order by count(*) desc, s.class_id limit 1) m on true) p
    left join dorm_room r on r.tenant_id = ${tenantId} and r.id = p.room`
  const rows = await db.sourced('draft').insertFrom(dormViolation, PLACED, from, { skipExisting: true })
  return rows.map(r => r.id)
}
/** A violation `p` with its room and class. */
const PLACED = {
  ...{ studentId: sql`p."studentId"`, roomId: sql`p.room`, dormId: sql`r.dorm_id`, classId: sql`p.class`, departmentId: sql`p.college` },
  ...{ type: sql`p.type`, level: sql`p.level`, at: sql`p.at`, place: sql`p.place`, details: sql`p.details`, evidence: sql`p.evidence` },
  ...{ sourceType: sql`p."sourceType"`, sourceId: sql`p."sourceId"`, sourceSeq: sql`p."sourceSeq"` },
}
