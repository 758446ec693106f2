import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { ViolationDraft } from '../../model/check/draft.ts'
import type { dormViolation } from '../../model/check/violation.ts'

export type { ViolationDraft }
export type Violation = Row<typeof dormViolation>

/** Makes drafts of violations, set-based; whoever decides asks the student first. Answers the ids of those that are new. */
export async function draftViolations(db: Db, drafts: readonly ViolationDraft[]): Promise<string[]> {
  if (!drafts.length) return []
  const { tenantId } = db.me
  const by = db.me.userId || null
  const rows = await db.query<{ id: string }>(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d("studentId" uuid, "roomId" uuid, type text, level text, at timestamptz, details text, place text, evidence jsonb,
        "sourceType" text, "sourceId" text, "sourceSeq" text)),
    placed as (select g.*, coalesce(g."roomId", b.room_id) as room, coalesce(t.class_id, m.class_id) as class, coalesce(t.department_id, m.department_id) as college from given g
      left join student t on t.tenant_id = ${tenantId} and t.id = g."studentId"
      left join lateral (select s.room_id from dorm_stay s where s.tenant_id = ${tenantId} and s.student_id = g."studentId" and s.state in ('checkedIn', 'checkedOut') and s.check_in_at <= g.at
        order by (s.check_out_at is null or s.check_out_at >= g.at) desc, s.check_in_at desc limit 1) b on true
      left join lateral (select s.class_id, min(s.department_id::text)::uuid as department_id from dorm_stay s where s.tenant_id = ${tenantId} and g."studentId" is null and s.room_id = g."roomId" and s.state = 'checkedIn'
        group by s.class_id order by count(*) desc, s.class_id limit 1) m on true),
    made as (insert into dorm_violation (tenant_id, student_id, room_id, dorm_id, class_id, department_id, type, level, at, place, details, evidence, source_type, source_id, source_seq, created_by, updated_by)
      select ${tenantId}::uuid, p."studentId", p.room, r.dorm_id, p.class, p.college, p.type, p.level, p.at, p.place, p.details, p.evidence, p."sourceType", p."sourceId", p."sourceSeq", ${by}::uuid, ${by}::uuid
      from placed p left join dorm_room r on r.tenant_id = ${tenantId} and r.id = p.room
      on conflict (tenant_id, source_type, source_id, source_seq) do nothing returning id),
    logged as (insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff)
      select ${tenantId}::uuid, ${by}::uuid, 'dormitory', 'add', 'dormViolation', made.id, 'draft', '{}'::jsonb from made)
    select id from made`)
  return rows.map(r => r.id)
}
