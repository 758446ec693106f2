import sql from 'sql-template-tag'
import { evidenceUse } from '#modules/evidence/server/api.ts'
import { officersOf } from '#modules/workflow/server/api.ts'

/** 50-EV5: results on notice or final that an entry may have been counted in, by its day and its kind. */
export default evidenceUse({
  code: 'cqa',
  async locked(db, evidenceIds) {
    const rows = await db.query<{ evidenceId: string; scheme: string }>(sql`select e.id as "evidenceId", m.name as scheme from evidence e
      join cqa_sheet t on t.tenant_id = e.tenant_id and t.student_id = e.student_id and t.state in ('publicised', 'final')
      join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id and e.occurred_on between m.evidence_from and m.evidence_to
      where e.tenant_id = ${db.me.tenantId} and e.id = any(${[...evidenceIds]}::uuid[])
        and exists (select from cqa_point_rule r join cqa_index i on i.tenant_id = r.tenant_id and i.id = r.index_id where r.tenant_id = e.tenant_id and i.scheme_id = m.id and r.evidence_kind = e.kind)`)
    const ownerIds = rows.length ? await officersOf(db) : []
    return rows.map(({ evidenceId, scheme }) => ({ evidenceId, ownerIds, what: scheme, link: '/cqa/notices' }))
  },
})
