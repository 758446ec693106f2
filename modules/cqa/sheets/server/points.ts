import sql, { type Sql } from 'sql-template-tag'
import { evidenceOf } from '#modules/evidence/server/api.ts'
import type { Db } from '#server/context.ts'
import type { Scheme } from '../../schemes/server/api.ts'

/**
 * What evidence of these students is worth under the indexes of a scheme (50-CQ3, 50-CQ4): one row for an entry and an index, with the rule, the points and whether it counts.
 * Of the rules that fit, the most exact one holds. Of one achievement the highest entry counts, where the rule says so. Rules and entries are read once: as a plain join, an estimate of few
 * entries looks up the rules again for each, and one of few rules the entries of a student.
 */
export const pointsOf = (db: Db, { id, evidenceFrom, evidenceTo }: Pick<Scheme, 'id' | 'evidenceFrom' | 'evidenceTo'>, students: Sql): Sql => sql`
  with rule as materialized (select r.* from cqa_point_rule r join cqa_index i on i.tenant_id = r.tenant_id and i.id = r.index_id where r.tenant_id = ${db.me.tenantId} and i.scheme_id = ${id}),
    held as materialized (${evidenceOf(db, students, evidenceFrom, evidenceTo)})
  select w.id, w.student_id, w.index_id, w.rule_id, w.worth, w.cap, w.dimension_cap,
    not w.is_highest or row_number() over (partition by w.student_id, w.index_id, w.achievement, w.is_highest order by w.worth desc, w.id) = 1 as counts
  from (
    select distinct on (e.id, r.index_id) e.id, e.student_id, r.index_id, r.id as rule_id, r.cap_per_student as cap, r.dimension_cap, r.same_achievement = 'highest' as is_highest,
      coalesce(e.achievement_key, e.id::text) as achievement,
      round(r.points * case when r.per_unit then coalesce(e.quantity, 0) else 1 end / case r.team_split when 'equal' then greatest(coalesce(e.team_size, 1), 1)
        when 'byRole' then case when e.team_role = 'member' then 2 else 1 end else 1 end, 4) as worth
    from held e
    join rule r on r.evidence_kind = e.kind and (r.level is null or r.level = e.level) and (r.place is null or r.place = e.place) and (r.team_role is null or r.team_role = e.team_role)
        and (r.title_has is null or strpos(e.title, r.title_has) > 0)
    order by e.id, r.index_id, num_nonnulls(r.level, r.place, r.team_role, r.title_has) desc, r.points desc, r.id) w`
/** The score of an index that holds, of sheets as a select of `id` and `student_id`: the latest stage at which somebody gave one. What needs a proof and came without one at the student's own stage counts 0 (50-CQ7). */
export const heldScores = (db: Db, sheets: Sql): Sql => sql`
  select distinct on (s.sheet_id, s.index_id) x.student_id, s.index_id, s.stage, s.reason,
    case when s.stage = 'self' and i.needs_proof and coalesce(jsonb_array_length(s.proofs), 0) = 0 then 0 else s.score end as score
  from (${sheets}) x join cqa_score s on s.tenant_id = ${db.me.tenantId} and s.sheet_id = x.id join cqa_index i on i.tenant_id = s.tenant_id and i.id = s.index_id
  order by s.sheet_id, s.index_id, array_position(array['college', 'fdy', 'group', 'self'], s.stage)`
/** Scores of a scheme that came from lists, of these students: `student_id`, `index_id`, `score`. */
export const importedScores = (db: Db, { id }: Pick<Scheme, 'id'>, students: Sql): Sql => sql`
  select o.student_id, i.id as index_id, o.score from cqa_item_score o join cqa_index i on i.tenant_id = o.tenant_id and i.scheme_id = o.scheme_id and i.code = o.index_code and i.kind = 'imported'
  where o.tenant_id = ${db.me.tenantId} and o.scheme_id = ${id} and o.student_id in (${students})`
/** What people and lists gave these sheets of a scheme, a select of `id` and `student_id`: `student_id`, `index_id`, `score`. */
export const givenScores = (db: Db, scheme: Pick<Scheme, 'id'>, sheets: Sql): Sql => sql`
  select h.student_id, h.index_id, h.score from (${heldScores(db, sheets)}) h
  union all select o.student_id, o.index_id, o.score from (${importedScores(db, scheme, sql`select g.student_id from (${sheets}) g`)}) o`
/** The same for a tree that is tried on the sheets of a former scheme: its indexes have the scores of those with their codes. */
export const scoresByCode = (db: Db, scheme: Pick<Scheme, 'id'>, former: Pick<Scheme, 'id'>, sheets: Sql): Sql => sql`
  select g.student_id, i.id as index_id, g.score from (${givenScores(db, former, sheets)}) g
    join cqa_index f on f.tenant_id = ${db.me.tenantId} and f.id = g.index_id
    join cqa_index i on i.tenant_id = f.tenant_id and i.scheme_id = ${scheme.id} and i.code = f.code`
