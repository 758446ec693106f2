import sql, { type Sql } from 'sql-template-tag'
import type { ApplicationState } from '../../entry/model/application.ts'

/**
 * Totals of the first choice, and the place among those of one category who sit the same, of a batch's registrations in these states. Whoever was absent or broke the rules has no
 * total.
 */
export const ranked = (tenantId: string, batchId: string, states: readonly ApplicationState[]): Sql => sql`(select g.id, g.total,
    case when g.total is not null then (rank() over (partition by g.category, g.subjects, g.total is null order by g.total desc))::int end as rank
  from (select a.id, a.category, p.subjects, case when bool_or(s.flag in ('absent', 'violation')) then null else round(sum(s.value * f.weight) / 100, 2) end as total
    from exam_application a join (select p.id, p.tenant_id, (select array_agg(x order by x) from jsonb_array_elements_text(p.subjects) x) as subjects from exam_plan p) p
      on p.tenant_id = a.tenant_id and p.id = (a.choices ->> 0)::uuid
    cross join unnest(p.subjects) y(subject)
    left join exam_score s on s.tenant_id = a.tenant_id and s.application_id = a.id and s.subject = y.subject
    left join exam_formula f on f.tenant_id = a.tenant_id and f.batch_id = a.batch_id and f.subject = y.subject
    where a.tenant_id = ${tenantId} and a.batch_id = ${batchId}::uuid and a.state = any(${[...states]}::text[])
    group by a.id, a.category, p.subjects) g) r`
