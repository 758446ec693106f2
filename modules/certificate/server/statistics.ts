import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { certStatistics } from '../model/statistics.ts'
import { askedOf, validCerts } from './valid-certs.ts'

const LIST = 'certificate:studentCert:list'
const MOST = 300
const byGrade = valueGroup(sql`grade::text`)
/** As of the last day of the span: who on the roll holds a certificate, and who of those that graduate within it holds one that the major requires. */
export default answerStatistics(certStatistics, {
  rows({ db }, { from, to }) {
    const all = sql`select id from student where tenant_id = ${db.me.tenantId}`
    return sql`(select s.id, s.department_id, s.major_id, s.grade, s.has_record is true as on_roll, h.student_id is not null as holds, a.student_id is not null as has_required,
        s.status = 'graduated' and s.expected_graduation between ${from}::date and ${to}::date as is_graduate
      from ${db.visibleFor(student, certStatistics.permission).rows()} s
        left join (select distinct student_id from (${validCerts(db, all, to)}) x) h on h.student_id = s.id
        left join (select distinct student_id from (${askedOf(db, all, to)}) x where x.relation = 'required' and x.is_met) a on a.student_id = s.id
      where s.has_record or s.status = 'graduated')`
  },
  sums: {
    students: sql`count(*) filter (where on_roll)::int`,
    holders: sql`count(*) filter (where on_roll and holds)::int`,
    graduates: sql`count(*) filter (where is_graduate)::int`,
    doubled: sql`count(*) filter (where is_graduate and has_required)::int`,
  },
  by: { byCollege: entityGroup(sql`department_id`, department), byMajor: entityGroup(sql`major_id`, major, { most: 60 }), byGrade },
  each: ({ students, holders, graduates, doubled }) => ({
    ...{ students, holders, graduates, doubled },
    ...{ rate: students ? percentOf(holders, students) : null, doubleRate: graduates ? percentOf(doubled, graduates) : null },
  }),
  async more({ db }, { to }) {
    const seen = sql`select s.id from ${db.visibleFor(student, certStatistics.permission).rows()} s where s.has_record`
    const levels = await db.query<{
      key: string
      name: string
      level: string | null
      count: number
    }>(sql`select c.id::text || coalesce(h.level, '') as key, c.name, h.level, count(*)::int as count
      from (${validCerts(db, seen, to)}) h join cert_catalog c on c.tenant_id = ${db.me.tenantId} and c.id = h.catalog_id group by c.id, c.name, h.level, h.rank order by c.name, h.rank`)
    const without = await db.query<{
      id: string
      name: string
      studentNo: string | null
      className: string | null
    }>(sql`select s.id, s.name, s.student_no as "studentNo", k.name as "className"
      from ${db.visibleFor(student, LIST).rows()} s left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
      where s.has_record and not exists (select from (${validCerts(db, sql`select s.id`, to)}) h) order by s.expected_graduation, k.name, s.student_no limit ${MOST}`)
    return { levels, without }
  },
})
