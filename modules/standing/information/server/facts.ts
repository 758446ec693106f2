import sql, { join } from 'sql-template-tag'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { infoCheck } from '../model/info-check.ts'
import { CHECK_PAGE } from './checks.ts'

/** 30-SG2, 30-SI5: checks that ask a student in vain, so that a registration may ask for them. */
export default studentFacts({
  code: 'information',
  label: '信息核对',
  permission: 'standing:infoCheckLine:list',
  facts: { openChecks: { label: '未完成的信息核对', type: 'number', unit: '次', otherwise: 0 } },
  remedies: [{ label: '核对我的信息', link: CHECK_PAGE }],
  async values(db, students) {
    const rounds = (await db.unscoped(infoCheck).all({ state: 'published' })).filter(r => isOpen(r)) // whom they ask is looked at next
    const lacking = await Promise.all(
      rounds.map(
        async round => sql`select a.student_id from ${await roundAccounts(db, infoCheck, round)} a where a.student_id in (${students})
          and not exists (select from info_check_line l where l.tenant_id = ${db.me.tenantId} and l.info_check_id = ${round.id} and l.student_id = a.student_id)`,
      ),
    )
    const open = lacking.length ? join(lacking, ' union all ') : sql`select null::uuid as student_id where false`
    return sql`select o.student_id as id, count(*)::int as "openChecks" from (${open}) o group by 1`
  },
})
