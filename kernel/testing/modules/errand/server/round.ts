import sql from 'sql-template-tag'
import type { Facts } from '#model/flow/index.ts'
import { round, roundQualify, roundQuota } from '#modules/workflow/server/api.ts'
import { errandRound, errandRoundActions, errandSubject } from '../model/errand.ts'

/** Eligibility: classes of a minimum grade. */
const KNOWN = [{ name: 'grade', label: '年级', type: 'number', from: 'module' }] as const
export default [
  round(errandRound, errandRoundActions, { processType: 'errand', audience: 'live', link: '/errand', subject: errandSubject, atEnd: 'reject' }),
  roundQuota(errandRound, errandRoundActions),
  roundQualify(errandRound, errandRoundActions, {
    known: KNOWN,
    conditions: async () => [{ name: '年级', when: { fact: 'grade', op: 'ge', value: 2023 } }],
    async facts(db, _row, accounts) {
      const rows = await db.query<{ id: string; grade: number | null }>(sql`select a.id, c.grade from ${accounts} a
        left join student s on s.tenant_id = ${db.me.tenantId} and s.id = a.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id`)
      return new Map<string, Facts>(rows.map(({ id, grade }) => [id, { grade }]))
    },
  }),
]
