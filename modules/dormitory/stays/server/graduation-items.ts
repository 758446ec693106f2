import sql from 'sql-template-tag'
import { leavingItem } from '#server/extensions/graduation-items.ts'

/** 20-DR8: settled once nothing is open in a bed, by the check-out or because there was none. */
export default leavingItem({
  ...{ code: 'dormitory', title: '退宿', order: 10, link: '/dormitory/mine', events: ['dormitory.stayEnded', 'dormitory.stayReleased'] },
  settled: (db, students) => sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students})
    and not exists (select from dorm_stay d where d.tenant_id = s.tenant_id and d.student_id = s.id and d.is_open)`,
})
