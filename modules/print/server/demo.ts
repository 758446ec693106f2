import sql from 'sql-template-tag'
import type { Layout, Numbering } from '#model/print-layout.ts'
import type { Db } from '#server/context.ts'

const LAYOUT: Layout = {
  title: '在读证明',
  blocks: [
    { kind: 'text', text: '兹证明{name}（学号 {studentNo}）系我校{departmentId}{majorId}专业学生，{enrolDate} 入学，学制 {duration} 年，目前在读。' },
    { kind: 'text', text: '特此证明。' },
    { kind: 'seal', text: '{school}学生处（盖章）' },
  ],
}
const NUMBERS: Numbering = { text: '学证〔{year}〕{number}', digits: 4, restart: 'year' }

/** A certificate as designed by a school: a copy of the record card with its own layout and numbering. */
export default async function demo(db: Db): Promise<void> {
  await db.query(sql`with made as (
    insert into print_template (tenant_id, code, name, entity, layout, paper, numbering, based_on)
      select tenant_id, 'studentCard2', ${LAYOUT.title}, entity, ${JSON.stringify(LAYOUT)}, 'A5L', ${JSON.stringify(NUMBERS)}, code from print_template
      where tenant_id = ${db.me.tenantId} and code = 'studentCard' returning *)
    insert into print_template_edition (tenant_id, template_id, edition, name, paper, layout, is_own, numbering, saved_by)
      select m.tenant_id, m.id, m.edition, m.name, m.paper, m.layout, false, m.numbering, u.id
      from made m left join sys_user u on u.tenant_id = m.tenant_id and u.user_name = 'officer'`)
}
