import sql from 'sql-template-tag'
import { leavingItem } from '#server/extensions/graduation-items.ts'

/** 40-G9: settled once the membership has left with its transfer, or where there was none. */
export default leavingItem({
  ...{ code: 'league', title: '团组织关系转出', order: 30, link: '/league/mine', events: ['league.memberChanged'] },
  settled: (db, students) => sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students})
    and not exists (select from league_member m where m.tenant_id = s.tenant_id and m.student_id = s.id and m.state = 'active')`,
})
