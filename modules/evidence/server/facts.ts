import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { evidenceOf } from './api.ts'

const A_YEAR = 365
/** What students have done within the year before the day. */
export default studentFacts({
  code: 'evidence',
  label: '学生成长',
  permission: 'evidence:evidence:list',
  facts: {
    volunteerHours: { label: '近一年志愿服务', type: 'number', unit: '小时', otherwise: 0 },
    labourHours: { label: '近一年劳动', type: 'number', unit: '小时', otherwise: 0 },
    competitions: { label: '近一年竞赛获奖', type: 'number', unit: '项', otherwise: 0 },
    certificates: { label: '近一年证书', type: 'number', unit: '个', otherwise: 0 },
    absences: { label: '近一年缺勤', type: 'number', unit: '次', otherwise: 0 },
  },
  remedies: [{ label: '申报成果', link: '/evidence/declare' }],
  values: (db, students, on) => sql`select e.student_id as id, coalesce(sum(e.quantity) filter (where e.kind = 'volunteer'), 0)::float8 as "volunteerHours",
      coalesce(sum(e.quantity) filter (where e.kind = 'labour'), 0)::float8 as "labourHours", count(*) filter (where e.kind = 'competition' and e.place is not null)::int as competitions,
      count(*) filter (where e.kind = 'certificate')::int as certificates, count(*) filter (where e.kind = 'absence')::int as absences
    from (${evidenceOf(db, students, addDays(on, -A_YEAR), on)}) e group by 1`,
})
