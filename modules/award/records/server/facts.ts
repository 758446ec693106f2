import sql from 'sql-template-tag'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'

/** 40-A1: the year of study, and what somebody was awarded before. */
export default studentFacts({
  code: 'award',
  label: '评奖评优',
  permission: 'award:awardRecord:list',
  facts: {
    studyYear: { label: '在读年级（第几学年）', type: 'number' },
    count: { label: '历年获奖次数', type: 'number', unit: '次', otherwise: 0 },
    national: { label: '获国家级奖励次数', type: 'number', unit: '次', otherwise: 0 },
    thisYear: { label: '本学年获奖次数', type: 'number', unit: '次', otherwise: 0 },
  },
  remedies: [{ label: '查看我的获奖', link: '/award/certificates' }],
  async values(db, students, on) {
    const xn = await schoolYearOn(db, on)
    return sql`select s.id, case when s.grade is not null then ${Number(xn.slice(0, 4))}::int - s.grade + 1 end as "studyYear",
        count(i.id)::int as count, count(i.id) filter (where i.award_grade = 'national')::int as national, count(i.id) filter (where r.xn = ${xn})::int as "thisYear"
      from student s left join award_record r on r.tenant_id = s.tenant_id and r.student_id = s.id and r.state = 'valid' and r.granted_on <= ${on}::date
        left join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id and i.subject = 'student'
      where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) group by s.id, s.grade`
  },
})
