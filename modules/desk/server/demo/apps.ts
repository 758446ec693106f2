import sql from 'sql-template-tag'
import { appName } from '#modules/system/model/app.ts'
import type { Db } from '#server/context.ts'

type App = readonly [name: string, en: string, icon: string, category: string, url: string, roles: readonly string[]]
const STAFF = ['admin', 'officer', 'college', 'fdy', 'bzr', 'teacher'] as const
const MANAGE = ['admin', 'officer', 'college'] as const
const BASE = ['admin', 'officer'] as const
/** About thirty services, together with the platform's own. */
const APPS: readonly App[] = [
  ['我的课表', 'My timetable', 'table', 'study', '/personal/mylesson', []],
  ['我的待办', 'My to-dos', 'list-checks', 'office', '/personal/usertodo', []],
  ['我的日程', 'My schedule', 'calendar-check', 'office', '/personal/userschedule', []],
  ['我的文件', 'My files', 'file-text', 'office', '/personal/myfilelink', []],
  ['我的申请', 'My applications', 'clipboard-list', 'office', '/personal/usermoreapplys', []],
  ['我的消息', 'My messages', 'bell', 'office', '/personal/mymessage', []],
  ['通知公告', 'Notices', 'megaphone', 'office', '/personal/mynotice', []],
  ['个人中心', 'Personal centre', 'user', 'other', '/personalcenter', []],
  ['桌面设置', 'Desktop settings', 'layout-grid', 'other', '/desktopset', []],
  ['我的班级', 'My class', 'users', 'study', '/campus/my-class', ['student']],
  ['教师名册', 'Staff', 'square-user', 'office', '/campus/teachers', STAFF],
  ['课表管理', 'Timetable', 'calendar-range', 'study', '/campus/lessons', MANAGE],
  ['专业设置', 'Majors', 'graduation-cap', 'study', '/campus/majors', MANAGE],
  ['年级专业', 'Majors by year', 'layers', 'study', '/campus/grade-majors', MANAGE],
  ['部门设置', 'Departments', 'network', 'office', '/campus/departments', MANAGE],
  ['校区', 'Campuses', 'map-pin', 'life', '/campus/campuses', BASE],
  ['楼宇', 'Buildings', 'building-2', 'life', '/campus/buildings', BASE],
  ['场地', 'Rooms', 'door-open', 'life', '/campus/venues', BASE],
  ['地区代码', 'Regions', 'map', 'other', '/campus/cantons', BASE],
  ['用户管理', 'Users', 'users-round', 'office', '/system/users', BASE],
  ['数据字典', 'Dictionaries', 'book-open', 'office', '/system/dictionaries', BASE],
  ['待办统计', 'To-do statistics', 'chart-column', 'office', '/system/todo-statistics', MANAGE],
  ['学信网', 'CHSI', 'globe', 'study', 'https://www.chsi.com.cn/', []],
  ['国家智慧教育平台', 'Smart Education of China', 'library', 'study', 'https://www.smartedu.cn/', []],
  ['全国学生资助', 'Student aid', 'hand-heart', 'aid', 'https://www.xszz.edu.cn/', []],
  ['12306 学生票', '12306', 'ticket', 'leave', 'https://www.12306.cn/', []],
]
const COLLECTED = 6

/** Demo services: two outside their opening time, some collected and used by each demo account. */
export async function makeApps(db: Db, userIds: readonly string[]): Promise<void> {
  const { tenantId } = db.me
  const rows = APPS.map(([name, en, icon, category, url, roles], i) => ({
    name,
    en,
    icon,
    category,
    url,
    audience: roles.length ? { roles } : null,
    sort: 20 + i,
    openType: url.startsWith('http') ? 4 : 1,
  }))
  await db.query(sql`insert into app_name (tenant_id, name, name_en, icon, category, url, open_type, terminals, audience, sort, is_recommended, guide, menu_id, begin_at, end_at)
    select ${tenantId}::uuid, r.name, r.en, r.icon, r.category, r.url, r."openType", '["web", "mobile"]'::jsonb, r.audience, r.sort, r.sort < 23, ${GUIDE}, m.id,
      case r.name when '12306 学生票' then now() + interval '20 days' end, case r.name when '全国学生资助' then now() - interval '9 days' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(name text, en text, icon text, category text, url text, "openType" int, audience jsonb, sort int)
    left join menu m on m.tenant_id = ${tenantId} and m.terminal = 'web' and m.path = r.url on conflict do nothing`)
  await db.changed(appName)
  await db.query(sql`insert into user_app_mark (tenant_id, user_id, app_id, is_collected, used_count, last_used_at, sort)
    select ${tenantId}::uuid, u.id, a.id, a.place <= ${COLLECTED}, 40 - a.place, now() - a.place * interval '3 hours', a.place
    from unnest(${[...userIds]}::uuid[]) u(id)
    cross join lateral (select x.id, row_number() over (order by x.is_recommended desc, x.sort) as place from app_name x
      join sys_user s on s.tenant_id = x.tenant_id and s.id = u.id
      where x.tenant_id = ${tenantId} and x.url like '/%' and (x.audience is null or exists (select from role_user ru join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id
        where ru.tenant_id = x.tenant_id and ru.user_id = s.id and x.audience -> 'roles' ? r.code))
      order by x.is_recommended desc, x.sort limit 10) a on conflict do nothing`)
}
const GUIDE =
  '<p><strong>办理条件</strong>：本校在籍学生和在职教职工。</p><p><strong>所需材料</strong>：学号或工号；需要证明时另附扫描件。</p><p><strong>办理流程</strong>：进入页面，按提示填写，提交后可在“我的申请”查看进度。</p>'
