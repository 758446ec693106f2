import sql from 'sql-template-tag'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { campusFences } from '#modules/campus/server/api.ts'
import { demoPupils, ownClasses } from '#modules/student/server/demo-people.ts'
import type { Audience } from '#modules/system/model/audience.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { type DemoAccount, demoAccount } from '#server/demo/accounts.ts'
import { day, inHours, moment } from '#server/demo/days.ts'
import { makeupSubject } from '../model/flow.ts'
import { signMakeup } from '../model/sign-line.ts'
import { type Kind, signTask } from '../model/sign-task.ts'
import type { Repeat } from '../model/timing.ts'
import type { Way } from '../model/ways.ts'
import { recount } from './counts.ts'

const DAYS = 90
/** Upper limit of demo lines; beyond it days are skipped. */
const MOST_LINES = 250_000
const MAKEUPS = 20
const FLAGGED = 14
interface Plan {
  name: string
  kind: Kind
  repeat: Repeat
  ways: Way[]
  open: string
  late?: string
  close: string
  weekdays?: number[]
  by: 'officer' | 'fdy'
  /** For a one-off task: how many days ago. */
  ago?: number
}
const PLANS: readonly Plan[] = [
  { name: '每日健康打卡', kind: 'general', repeat: 'daily', ways: ['location', 'staff'], open: '07:00', close: '09:00', by: 'officer' },
  { name: '晚归寝签到', kind: 'dorm', repeat: 'daily', ways: ['location', 'photo'], open: '21:30', late: '22:20', close: '22:40', by: 'officer' },
  { name: '早操签到', kind: 'activity', repeat: 'daily', ways: ['qr'], open: '06:20', late: '06:40', close: '06:50', by: 'fdy' },
  { name: '周日晚点名', kind: 'meeting', repeat: 'weekly', ways: ['qr', 'number'], open: '19:00', late: '19:10', close: '19:30', weekdays: [7], by: 'fdy' },
  { name: '周三劳动课', kind: 'class', repeat: 'weekly', ways: ['location', 'qr'], open: '14:00', late: '14:10', close: '14:30', weekdays: [3], by: 'fdy' },
  ...['开学第一课', '安全教育大会', '班干部竞选', '奖学金政策宣讲', '心理健康讲座', '考风考纪教育'].map(
    (name, n): Plan => ({ name, kind: 'meeting', repeat: 'once', ways: ['qr', 'number'], open: '15:00', late: '15:10', close: '15:40', by: 'fdy', ago: 9 + n * 12 }),
  ),
]
const OPEN_NAME = '主题班会：诚信与责任'

/** Three daily tasks, two weekly ones, meetings, and one currently open: twelve tasks and ninety days of lines. */
export default async function demo(db: Db, { students }: { students: number }): Promise<void> {
  const [officer, fdy] = [await demoAccount(db, 'officer'), await demoAccount(db, 'fdy')]
  if (!officer || !fdy) return
  const owners = { officer, fdy }
  const classIds = ownClasses(await demoPupils(db))
  if (!classIds.length) return
  const fdyOnly: Audience = { classIds }
  for (const plan of PLANS) {
    const owner = owners[plan.by]
    const taskId = await makeTask(db, plan, owner, plan.by === 'fdy' ? fdyOnly : { roles: ['student'] })
    await makePast(db, plan, taskId, owner, plan.by === 'fdy' ? classIds : null, students)
  }
  await makeOpen(db, fdy, classIds)
  await db.query(sql`analyze sign_task, sign_occurrence, sign_line`)
  await markLines(db)
  await db.query(sql`update sign_task t set audience_count = (select max(n) from (select count(*) as n from sign_line l join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id
      where o.tenant_id = t.tenant_id and o.task_id = t.id group by o.id) x) where t.tenant_id = ${db.me.tenantId}`)
  await recount(db, await closedDates(db))
  await askMakeups(db, fdy)
}
const beginOf = ({ ago, open }: Plan): string => moment(-(ago ?? DAYS), ago ? open : '00:00')
const endOf = ({ ago, close }: Plan): string => moment(ago ? -ago : 30, ago ? close : '23:59')

async function makeTask(db: Db, plan: Plan, owner: DemoAccount, audience: Audience): Promise<string> {
  const { name, kind, repeat, ways, weekdays, late, ago } = plan
  const task = await db.insert(signTask, {
    name,
    kind,
    repeat,
    ways,
    audience,
    processType: 'signTask',
    beginTime: beginOf(plan),
    endTime: endOf(plan),
    openTime: ago ? null : plan.open,
    closeTime: ago ? null : plan.close,
    lateTime: late ?? null,
    weekdays: weekdays ?? null,
    fences: ways.includes('location') ? (await campusFences(db)).slice(0, 1) : null,
    wayRule: 'any',
    photoRule: ways.includes('photo') ? 'live' : 'none',
    remindAt: ago ? null : [15],
    countsForEvidence: kind === 'meeting',
    state: ago ? 'closed' : 'published',
    publishedAt: beginOf(plan),
    publisher: {
      userId: owner.id,
      departmentId: owner.departmentId,
      teacherId: owner.teacherId,
      studentId: null,
      reaches: [{ roleCode: plan.by, scope: plan.by === 'fdy' ? 'fdyClass' : 'all' }],
    },
    ownerId: owner.id,
    teacherId: owner.teacherId,
    ownerDepartmentId: owner.departmentId,
  })
  return task.id
}
/** Past occurrences with outcomes: most present, some late, a few absent, more on Mondays. */
async function makePast(db: Db, plan: Plan, taskId: string, owner: DemoAccount, classIds: readonly string[] | null, students: number): Promise<void> {
  const step = classIds ? 1 : Math.max(1, Math.ceil((students * DAYS * 2) / MOST_LINES))
  const dates = plan.ago ? [day(-plan.ago)] : Array.from({ length: DAYS - 1 }, (_, n) => day(-n - 1)).filter((d, n) => n % step === 0 && isMeant(plan, d))
  const late = plan.late ? sql`((d || ' ' || ${plan.late} || '+08')::timestamptz)` : sql`null::timestamptz`
  await db.query(sql`insert into sign_occurrence (tenant_id, task_id, date, opens_at, late_at, closes_at, state, closed_at, settled_at, owner_id, teacher_id, department_id)
    select ${db.me.tenantId}::uuid, ${taskId}::uuid, d::date, (d || ' ' || ${plan.open} || '+08')::timestamptz, ${late}, (d || ' ' || ${plan.close} || '+08')::timestamptz,
      case when d::date >= current_date - 2 then 'closed' else 'settled' end, (d || ' ' || ${plan.close} || '+08')::timestamptz, case when d::date >= current_date - 2 then null else d::date + 2 end,
      ${owner.id}::uuid, ${owner.teacherId}::uuid, ${owner.departmentId}::uuid from unnest(${dates}::text[]) d on conflict do nothing`)
  const [at] = await campusFences(db)
  const mine = classIds ? sql`and s.class_id = any(${[...classIds]}::uuid[])` : sql``
  await db.query(sql`insert into sign_line (tenant_id, occurrence_id, student_id, class_id, department_id, date, state, signed_at, way, excuse, lat, lng, accuracy)
    select o.tenant_id, o.id, s.id, s.class_id, s.department_id, o.date, x.state,
      case when x.state in ('signed', 'late') then case when x.state = 'late' then coalesce(o.late_at, o.opens_at) + x.dice * interval '5 seconds' else o.opens_at + x.dice * interval '5 seconds' end end,
      case when x.state in ('signed', 'late') then case when x.dice % 13 = 0 then 'staff' else ${plan.ways[0] ?? 'qr'} end end, case when x.state = 'excused' then 'leave' end,
      case when x.state in ('signed', 'late') and ${plan.ways[0] === 'location'} and o.date > current_date - 10 then ${at?.latitude ?? null}::float8 + (x.dice - 50) * 0.00004 end,
      case when x.state in ('signed', 'late') and ${plan.ways[0] === 'location'} and o.date > current_date - 10 then ${at?.longitude ?? null}::float8 + (x.dice % 7 - 3) * 0.0004 + x.dice * 0.000003 end,
      case when x.state in ('signed', 'late') and ${plan.ways[0] === 'location'} and o.date > current_date - 10 then 12 + x.dice % 40 end
    from sign_occurrence o cross join student s cross join lateral (select abs(hashtext(o.id::text || s.id::text)) % 100 as dice) y
    cross join lateral (select y.dice, case when y.dice < 3 + case when extract(isodow from o.date) = 1 then 3 else 0 end then 'absent' when y.dice < 9 then 'excused' when y.dice < 14 and o.late_at is not null then 'late' else 'signed' end as state) x
    where o.tenant_id = ${db.me.tenantId} and o.task_id = ${taskId} and s.tenant_id = o.tenant_id and s.deleted_at is null and s.status = 'active' ${mine} on conflict do nothing`)
}
const isMeant = ({ repeat, weekdays }: Plan, date: string): boolean => (repeat === 'weekly' ? (weekdays ?? []).includes(weekdayOf(date)) : weekdayOf(date) < 6)

/** The currently open task: three quarters have signed. The demo student's own line stays open. */
async function makeOpen(db: Db, owner: DemoAccount, classIds: readonly string[]): Promise<void> {
  const [begin, end] = [inHours(-0.2), inHours(10)]
  const plan: Plan = { name: OPEN_NAME, kind: 'meeting', repeat: 'once', ways: ['qr', 'number'], open: '00:00', close: '23:00', by: 'fdy', ago: 0 }
  const taskId = await makeTask(db, plan, owner, { classIds: [...classIds] })
  await db.query(
    sql`update sign_task set state = 'published', begin_time = ${begin}, end_time = ${end}, open_time = null, close_time = null, remind_at = null where tenant_id = ${db.me.tenantId} and id = ${taskId}`,
  )
  await db.query(sql`insert into sign_occurrence (tenant_id, task_id, date, opens_at, late_at, closes_at, state, owner_id, teacher_id, department_id)
    values (${db.me.tenantId}, ${taskId}, ${day(0)}, ${begin}, ${inHours(-4 / 60)}, ${end}, 'open', ${owner.id}, ${owner.teacherId}, ${owner.departmentId})`)
  await db.query(sql`insert into sign_line (tenant_id, occurrence_id, student_id, class_id, department_id, date, state, signed_at, way, excuse)
    select o.tenant_id, o.id, s.id, s.class_id, s.department_id, o.date, x.state, case when x.state in ('signed', 'late') then o.opens_at + x.place * interval '4 seconds' + case when x.state = 'late' then interval '8 minutes' else interval '0' end end,
      case when x.state in ('signed', 'late') then case when x.place % 4 = 0 then 'number' else 'qr' end end, case when x.state = 'excused' then 'leave' end
    from sign_occurrence o join (select s.*, row_number() over (order by md5(s.id::text)) as place, count(*) over () as n, exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.user_name = 'student') as "isOwn"
      from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = 'active' and s.class_id = any(${[...classIds]}::uuid[])) s on true
    cross join lateral (select s.place, case when s."isOwn" then 'pending' when s.place <= s.n * 0.03 then 'excused' when s.place <= s.n * 0.70 then 'signed' when s.place <= s.n * 0.77 then 'late' else 'pending' end as state) x
    where o.tenant_id = ${db.me.tenantId} and o.task_id = ${taskId}`)
  await db.query(
    sql`update sign_occurrence o set snapshot_count = (select count(*) from sign_line l where l.tenant_id = o.tenant_id and l.occurrence_id = o.id) where o.tenant_id = ${db.me.tenantId} and o.task_id = ${taskId}`,
  )
}
/** Flags fourteen lines, most of them in the open task. */
async function markLines(db: Db): Promise<void> {
  await db.query(sql`update sign_line l set flags = case when x.n % 3 = 0 then '["newDevice"]'::jsonb when x.n % 3 = 1 then '["deviceShared"]'::jsonb else '["clockOff", "newDevice"]'::jsonb end, flag_state = 'open'
    from (select l.id, row_number() over (order by md5(l.id::text)) as n from sign_line l join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
      where l.tenant_id = ${db.me.tenantId} and l.state in ('signed', 'late') and l.way <> 'staff' and t.name = ${OPEN_NAME} limit ${FLAGGED}) x where l.tenant_id = ${db.me.tenantId} and l.id = x.id`)
}
const closedDates = async (db: Db): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select id from sign_occurrence where tenant_id = ${db.me.tenantId} and state in ('closed', 'settled')`)).map(r => r.id)
interface Missed {
  lineId: string
  studentId: string
  classId: string | null
  departmentId: string | null
  taskName: string
  date: string
  n: number
}
const WHY = ['手机没电，人在教室第三排', '二维码没有扫上，班长可以作证', '刚换手机，没有来得及绑定', '帮老师搬教具，晚到了五分钟'] as const
/** Twenty make-ups; pending ones go through the real flow. */
async function askMakeups(db: Db, owner: DemoAccount): Promise<void> {
  const missed =
    await db.query<Missed>(sql`select distinct on (l.student_id) l.id as "lineId", l.student_id as "studentId", l.class_id as "classId", l.department_id as "departmentId", t.name as "taskName", l.date::text as date,
      row_number() over (order by l.date desc, l.id)::int as n
    from sign_line l join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where l.tenant_id = ${db.me.tenantId} and l.state = 'absent' and t.owner_id = ${owner.id} and exists (select from sys_user u where u.tenant_id = l.tenant_id and u.student_id = l.student_id and u.realm = 'admin')
    order by l.student_id, l.date desc limit ${MAKEUPS}`)
  const draft = ({ n, ...row }: Missed, state: 'pending' | 'approved' | 'rejected') => ({ ...row, reason: WHY[n % WHY.length] ?? WHY[0], proof: [], deciderIds: [owner.id], state })
  const [waiting, decided] = [missed.slice(0, 8), missed.slice(8)]
  await db.insertMany(
    signMakeup,
    decided.map((row, n) => draft(row, n % 4 ? 'approved' : 'rejected')),
  )
  await db.query(
    sql`update sign_line l set state = 'madeUp' from sign_makeup m where m.tenant_id = l.tenant_id and m.line_id = l.id and m.state = 'approved' and l.tenant_id = ${db.me.tenantId}`,
  )
  for (const row of waiting) await submit({ db, me: db.me, lang: 'zh-cn' }, makeupSubject, await db.insert(signMakeup, draft(row, 'pending')))
  await recount(db, await closedDates(db))
}
