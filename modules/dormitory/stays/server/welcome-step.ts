import sql from 'sql-template-tag'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'

/** 30-WD2: done with a bed that is reserved or lived in, open again on its release. */
export default welcomeSource({
  code: 'dormitory',
  title: '宿舍',
  link: '/welcome/dorm',
  events: ['dormitory.stayReserved', 'dormitory.stayCheckedIn', 'dormitory.stayReleased', 'dormitory.stayEnded'],
  settled: (db, students) => sql`select d.student_id from dorm_stay d where d.tenant_id = ${db.me.tenantId} and d.student_id in (${students}) and d.is_open and d.state <> 'held'`,
  lacking: (db, students) => sql`select s.id, '' as actual from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students})
    and not exists (select from dorm_stay d where d.tenant_id = s.tenant_id and d.student_id = s.id and d.is_open and d.state <> 'held')`,
  said: () => ({ text: '还没有安排床位' }),
})
