import sql from 'sql-template-tag'
import { type Ready, readinessCheck } from '#server/tenants/readiness.ts'
import { department, major } from '../model/organisation.ts'
import { campus } from '../model/places.ts'
import { termToday } from './calendar-book.ts'

const thereIs = (is: boolean, text: string): Ready => (is ? { share: 1 } : { share: 0, text })
/** Checks for missing base data, over the whole school. */
export default [
  readinessCheck('campus.calendar', '校历', '/campus/calendar', async db => thereIs((await termToday(db)) !== undefined, '今天不在任何学期里')),
  readinessCheck('campus.places', '校区', '/campus/campuses', async db => thereIs((await db.unscoped(campus).count()) > 0, '还没有校区')),
  readinessCheck('campus.departments', '部门与院系', '/campus/departments', async db => thereIs((await db.unscoped(department).count({ deptType: '1' })) > 0, '还没有院系')),
  readinessCheck('campus.majors', '专业', '/campus/majors', async db => thereIs((await db.unscoped(major).count()) > 0, '还没有专业')),
  readinessCheck('campus.counsellors', '班级辅导员', '/campus/class-staff', async db => {
    const [n] = await db.query<{ classes: number; staffed: number }>(sql`
      select count(*)::int as classes, count(*) filter (where exists (select from class_staff_now s where s.tenant_id = c.tenant_id and s.class_id = c.id and s.role = 'fdy'))::int as staffed
      from stu_class c where c.tenant_id = ${db.me.tenantId} and c.state = 'active'`)
    const { classes = 0, staffed = 0 } = n ?? {}
    if (!classes) return { share: 0, text: '还没有在读班级' }
    return staffed === classes ? { share: 1 } : { share: staffed / classes, text: '{lacking} 个班没有辅导员', values: { lacking: classes - staffed } }
  }),
]
