import sql from 'sql-template-tag'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { askedOf, validCerts } from './valid-certs.ts'

/** 40-A1: certificates that are valid on a day, and required ones that are lacking. */
export default studentFacts({
  code: 'certificate',
  label: '技能证书',
  permission: 'certificate:studentCert:list',
  facts: {
    count: { label: '有效证书', type: 'number', unit: '个', otherwise: 0 },
    lacking: { label: '没有取得的必考证书', type: 'number', unit: '个', otherwise: 0 },
  },
  remedies: [{ label: '查看我的证书', link: '/certificate/mine' }],
  values: (db, students, on) => sql`select s.id, coalesce(h.n, 0)::int as count, coalesce(a.n, 0)::int as lacking from (${students}) s(id)
    left join (select student_id, count(*) as n from (${validCerts(db, students, on)}) x group by 1) h on h.student_id = s.id
    left join (select student_id, count(*) as n from (${askedOf(db, students, on)}) x where x.relation = 'required' and not x.is_met group by 1) a on a.student_id = s.id`,
})
