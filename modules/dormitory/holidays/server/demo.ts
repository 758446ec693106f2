import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { holidayPlan } from '#modules/outing/model/holiday.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { holidayStaySubject } from '../model/flow.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { HOLIDAY_PARAMETERS } from '../model/parameters.ts'

interface Winter {
  name: string
  from: string
  to: string
  ends: string
  isOpen: boolean
}
const COMMITMENT = HOLIDAY_PARAMETERS.stayCommitment.initial
const PENDING = 4

/** The last winter holiday, completed; the coming one, open for answers; and stayers of other open plans. */
export async function demoHolidays(db: Db): Promise<void> {
  const year = Number(today().slice(0, 4))
  const past = today() > `${year}-03-05` ? year : year - 1
  const over = await plan(db, { name: `${past} 年寒假`, from: `${past}-01-18`, to: `${past}-03-01`, ends: `${past}-01-10`, isOpen: false })
  const soon = `${past + 1}-01-17` > addDays(today(), 8) ? `${past + 1}-01-17` : addDays(today(), 10)
  const next = await plan(db, { name: `${past + 1} 年寒假`, from: soon, to: addDays(soon, 42), ends: addDays(today(), 7), isOpen: true })
  await answers(db, over, { leaving: 960, staying: 40 })
  await answers(db, next, { leaving: 700, staying: 60 })
  await departures(db, over)
  await stayers(db)
  await waiting(db, next)
  await db.query(sql`analyze holiday_destination, holiday_departure, holiday_stay`)
}
async function plan(db: Db, of: Winter): Promise<string> {
  const officer = await demoAccount(db, 'officer')
  const [residents] = await db.query<{ n: number }>(sql`select count(*)::int as n from dorm_stay where tenant_id = ${db.me.tenantId} and state = 'checkedIn'`)
  const begin = schoolInstant(addDays(of.ends, -10), '08:00')
  const made = await db.insert(holidayPlan, {
    processType: 'holidayPlan',
    name: of.name,
    xn: null,
    beginTime: begin,
    endTime: schoolInstant(of.ends, '20:00'),
    audience: { roles: ['student'] },
    kind: 'winter',
    holidayFrom: of.from,
    holidayTo: of.to,
    stayNeedsApproval: true,
    state: of.isOpen ? 'published' : 'closed',
    publishedAt: begin,
    audienceCount: residents?.n ?? 0,
    ownerDepartmentId: officer?.departmentId ?? null,
    publisher: { userId: officer?.id ?? '', departmentId: officer?.departmentId ?? null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  })
  return made.id
}
/** Residents by pseudo-random number: shares in per mille leave or stay, the others have not answered. The demo student leaves. */
const answers = (db: Db, planId: string, { leaving, staying }: { leaving: number; staying: number }) =>
  db.query(sql`insert into holiday_destination (tenant_id, plan_id, student_id, department_id, class_id, choice, leave_at, back_planned, canton_code, transport, trip_no, contact_phone, answered_at, back_at)
    select p.tenant_id, p.id, x.id, x.department_id, x.class_id, case when x.stays then 'stay' else 'home' end, case when not x.stays then x.leave_at end, case when not x.stays then x.back end,
      case when not x.stays then x.home_canton end, case when not x.stays then 'train' end, case when not x.stays then 'G' || (1000 + x.luck) end, x.phone, p.end_time - make_interval(hours => x.luck % 180),
      case when not x.stays and p.state = 'closed' then x.back + make_interval(hours => x.luck % 5 - 3) end
    from holiday_plan p cross join lateral (select s.*, l.luck, not l.is_demo and l.luck >= ${leaving} as stays,
          (p.holiday_from + make_interval(days => l.luck % 2, hours => 8 + l.luck % 10)) at time zone 'Asia/Shanghai' as leave_at,
          (p.holiday_to - make_interval(days => l.luck % 2) + make_interval(hours => 11 + l.luck % 9)) at time zone 'Asia/Shanghai' as back
        from student s join dorm_stay t on t.tenant_id = s.tenant_id and t.student_id = s.id and t.state = 'checkedIn' and t.kind <> 'temporary' and t.check_in_at < p.holiday_from
          cross join lateral (select abs(hashtext(p.name || s.student_no)) % 1000 as luck, exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.user_name = 'student') as is_demo) l
        where s.tenant_id = p.tenant_id and s.deleted_at is null and (l.luck < ${leaving + staying} or l.is_demo)) x
    where p.tenant_id = ${db.me.tenantId} and p.id = ${planId} on conflict do nothing`)
/** Nearly all recorded by the gate; the last of each room submitted the report. */
const departures = (db: Db, planId: string) =>
  db.query(sql`insert into holiday_departure (tenant_id, destination_id, plan_id, student_id, class_id, dorm_id, room_id, departed_at, way, room_safe)
    select d.tenant_id, d.id, d.plan_id, d.student_id, d.class_id, t.dorm_id, t.room_id, d.leave_at, case when row_number() over last = 1 then 'scan' else 'gate' end,
      case when row_number() over last = 1 then '{"power": true, "windows": true, "door": true}'::jsonb end
    from holiday_destination d join dorm_stay t on t.tenant_id = d.tenant_id and t.student_id = d.student_id and t.state = 'checkedIn' and t.kind <> 'temporary'
    where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.choice <> 'stay' window last as (partition by t.room_id order by d.leave_at desc, d.id)`)
/** Stayers: approved, with a teacher; in winter holidays every third is lodged centrally. */
const stayers = (db: Db) =>
  db.query(sql`insert into holiday_stay (tenant_id, destination_id, plan_id, student_id, department_id, class_id, dorm_id, source, "from", "to", reason, guardian_name, guardian_phone, guardian_agreed, lodging, commitment, duty_teacher_id, state, approved_at)
    select d.tenant_id, d.id, d.plan_id, d.student_id, d.department_id, d.class_id, t.dorm_id, case when p.stay_needs_approval then 'apply' else 'plain' end, p.holiday_from, p.holiday_to,
      (array['study', 'internship', 'work', 'far', 'family'])[1 + abs(hashtext(d.id::text)) % 5], s.emergency_name, s.emergency_phone, true,
      case when p.kind = 'winter' and p.state = 'published' and abs(hashtext(d.id::text)) % 3 = 0 then 'central' else 'ownBed' end, ${COMMITMENT},
      (select k.teacher_id from class_staff k where k.tenant_id = d.tenant_id and k.class_id = d.class_id and k.role = 'fdy' and k.end_date is null order by k.is_primary desc limit 1), 'approved', d.answered_at + interval '1 day'
    from holiday_destination d join holiday_plan p on p.tenant_id = d.tenant_id and p.id = d.plan_id join student s on s.tenant_id = d.tenant_id and s.id = d.student_id
      join dorm_stay t on t.tenant_id = d.tenant_id and t.student_id = d.student_id and t.state = 'checkedIn' and t.kind <> 'temporary'
    where d.tenant_id = ${db.me.tenantId} and d.choice = 'stay' and d.answered_at is not null`)
/** A few of the counsellor's students are pending through the real flow: steps, todos, messages. */
async function waiting(db: Db, planId: string): Promise<void> {
  const pupils = await db.query<{
    id: string
    departmentId: string | null
    classId: string | null
    dormId: string
    name: string | null
    phone: string | null
  }>(sql`select s.id, s.department_id as "departmentId", s.class_id as "classId", t.dorm_id as "dormId",
      s.emergency_name as name, s.emergency_phone as phone
    from student s join dorm_stay t on t.tenant_id = s.tenant_id and t.student_id = s.id and t.state = 'checkedIn' and t.kind <> 'temporary'
    where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null and s.class_id in ${counselledClasses(db)}
      and exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.user_name <> 'student')
      and not exists (select from holiday_destination d where d.tenant_id = s.tenant_id and d.plan_id = ${planId} and d.student_id = s.id) order by s.student_no limit ${PENDING}`)
  const [winter] = await db.unscoped(holidayPlan).all({ id: planId }) // demo setup: no data scope
  if (!winter) return
  for (const [n, p] of pupils.entries()) {
    const [d] = await db.query<{ id: string }>(sql`insert into holiday_destination (tenant_id, plan_id, student_id, department_id, class_id, choice, answered_at)
      values (${db.me.tenantId}, ${planId}, ${p.id}, ${p.departmentId}, ${p.classId}, 'stay', now()) returning id`)
    const row = await db.insert(holidayStay, {
      destinationId: d?.id ?? '',
      planId,
      studentId: p.id,
      departmentId: p.departmentId,
      classId: p.classId,
      dormId: p.dormId,
      source: 'apply',
      from: winter.holidayFrom,
      to: addDays(winter.holidayFrom, 14 + n * 7),
      reason: ['study', 'internship', 'far', 'work'][n % 4] ?? 'other',
      detail: ['准备专升本考试', '在市内企业顶岗实习', '家在外省，春节前回去', '图书馆寒假值班'][n % 4] ?? null,
      guardianName: p.name,
      guardianPhone: p.phone,
      lodging: n % 2 ? 'central' : 'ownBed',
      commitment: COMMITMENT,
      state: 'pending',
    })
    await submit({ db, me: db.me, lang: 'zh-cn' }, holidayStaySubject, row)
  }
}
