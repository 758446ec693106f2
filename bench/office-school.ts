import type pg from 'pg'
import { forgetKept, furnish, openNight, TONIGHT } from './dorm-school.ts'

/** Nights behind twelve points, each looking back two weeks; weeks of sign-ins from Monday to Friday behind twelve points. */
const [NIGHTS, SIGN_WEEKS] = [28, 13]
const HASH = "abs(hashtext(s.id::text || '"
/** A number below `most` that a student `s` always gets for a purpose. */
const draw = (purpose: string, most: number): string => `${HASH}${purpose}')) % ${most}`
const IN_SCHOOL = "s.has_record and s.deleted_at is null and s.status = 'active'"

/** What a school has written down after a year, in the numbers of a school: behind every question of the office there are rows. Idempotent. */
export async function writeYear(client: pg.Client): Promise<void> {
  if ((await client.query("select from fee_talk where note = '压测' limit 1")).rowCount) return
  await furnish(client)
  await openNight(client)
  await client.query('begin')
  for (const rows of [CALENDAR, STAFF, SPANS, LEVELS, GRANTS, ITEMS, BILLS, PAYMENTS]) await client.query(rows)
  // quicker without keys being looked up, and people and plans that no question reads are left out
  await client.query('set local session_replication_role = replica')
  for (const rows of MANY) await client.query(rows)
  await client.query('commit')
  await client.query('vacuum analyze')
  await forgetKept(client, 'chargeItem', 'schoolYear', 'term', 'teacher', 'classStaff', 'department')
}
const SCHOOL = "(select id as tenant_id from tenant where code = '100001')"
const CALENDAR = `with y as (select tenant_id, n, current_date - 100 - 365 * n as began from ${SCHOOL} t, generate_series(0, 2) n),
    made as (insert into school_year (tenant_id, xn, start_date, end_date) select tenant_id, 2090 - n || '-' || 2091 - n, began, began + 364 from y where not exists (select from school_year) returning tenant_id, xn, start_date)
  insert into term (tenant_id, xn, xq_m, name, week1_start, weeks, start_date, end_date, switch_date)
    select tenant_id, xn, k::text, '压测学期' || k, start_date + 180 * (k - 1), 20, start_date + 180 * (k - 1), start_date + 180 * k - 1, start_date + 180 * (k - 1) from made, generate_series(1, 2) k`
const STAFF = `with made as (insert into teacher (tenant_id, staff_no, person_id, name, gender_code, id_type, id_no, id_no_hash, department_id, staff_category, phone)
      select c.tenant_id, 'office-' || c.n, p.id, '辅导员' || c.n, '2', 'A', p.id_no, p.id_no_hash, c.department_id, 'fullFdy', '13800000000'
      from (select k.tenant_id, k.department_id, row_number() over () as n from stu_class k where not exists (select from class_staff)) c
        join lateral (select id, id_no, id_no_hash from person where tenant_id = c.tenant_id order by id limit 1 offset c.n - 1) p on c.n % 5 = 0 returning tenant_id, id, department_id),
    filed as (insert into counsellor_file (tenant_id, teacher_id, duty_kind, on_duty_from, duty_phone) select tenant_id, id, 'fullTime', current_date - 900, '02500000000' from made)
  insert into class_staff (tenant_id, class_id, teacher_id, role, start_date, is_primary)
    select k.tenant_id, k.id, m.id, 'fdy', current_date - 900, true from stu_class k join lateral (select id from made where department_id = k.department_id order by md5(id::text || k.id) limit 1) m on true`
/** One in fifty has been away and is back. */
const SPANS = `with ended as (update class_history h set "to" = current_date - 60 from student s where s.tenant_id = h.tenant_id and s.id = h.student_id and h."to" is null and h."from" < current_date - 60 and ${draw('away', 50)} = 0 returning h.*)
  insert into class_history (tenant_id, student_id, "from", "to", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
    select tenant_id, student_id, current_date - 60 + k * 40, case k when 0 then current_date - 20 end, case k when 0 then 'suspended' else 'active' end, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date,
      'statusChanged' from ended, generate_series(0, 1) k`
/** Night by night, as they are written: those of one night lie together. */
const NIGHT_LINES = `insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected, result, way, seen_at)
  select l.tenant_id, l.night_date - k, l.student_id, l.department_id, l.class_id, l.bed_id, l.room_id, l.floor_id, l.dorm_id, 'expected', 'present', 'self', now() - make_interval(days => k)
  from night_line l, generate_series(1, ${NIGHTS}) k where l.night_date = ${TONIGHT} order by k desc on conflict do nothing`
const MISSED_NIGHTS = "update night_line l set result = 'absent', way = null, seen_at = null where abs(hashtext(l.student_id::text || l.night_date)) % 100 < 2"
const SIGN_TASK = `insert into sign_task (tenant_id, process_type, name, begin_time, end_time, audience, state, kind, repeat, open_time, close_time, ways, source_type, source_id)
  select tenant_id, 'signTask', '压测晚点名', now() - interval '${SIGN_WEEKS * 7} days', now() + interval '30 days', '{"all":true}', 'closed', 'general', 'daily', '21:00', '22:30', '["location"]', 'bench', 'office' from ${SCHOOL} t`
const SIGN_LINES = `with made as (insert into sign_occurrence (tenant_id, task_id, date, opens_at, closes_at, state, snapshot_count, signed_count, closed_at, settled_at)
      select tenant_id, id, current_date - n, now() - make_interval(days => n), now() - make_interval(days => n) + interval '90 minutes', 'settled', 0, 0, now(), now() from sign_task, generate_series(1, ${SIGN_WEEKS * 7}) n
      where source_id = 'office' and extract(isodow from current_date - n) < 6 returning tenant_id, id, date, opens_at)
  insert into sign_line (tenant_id, occurrence_id, student_id, class_id, department_id, date, state, signed_at, way)
    select o.tenant_id, o.id, s.id, s.class_id, s.department_id, o.date, case when x.n < 4 then 'absent' else 'signed' end, case when x.n >= 4 then o.opens_at end, case when x.n >= 4 then 'location' end
    from made o join student s on s.tenant_id = o.tenant_id and ${IN_SCHOOL} cross join lateral (select abs(hashtext(s.id::text || o.date)) % 100 as n) x
  order by o.date`
const LEAVES = `insert into leave (tenant_id, leave_no, student_id, department_id, class_id, type_id, start_at, end_at, days, counted_days, level, reason, contact_name, guardian_informed, state, approved_at, back_at, back_way, actual_days)
  select s.tenant_id, 'O' || s.n || '-' || k, s.id, s.department_id, s.class_id, t.id, d.at, d.at + interval '34 hours', 1.5, 1.5, 'fdy', '回家办事', '张建国', true, 'closed', d.at - interval '1 day', d.at + interval '34 hours', 'staff', 1.5
  from (select s.*, row_number() over (order by student_no) as n from student s where ${IN_SCHOOL}) s join leave_type t on t.tenant_id = s.tenant_id and t.code = 'personal'
    cross join generate_series(1, 3) k cross join lateral (select now() - make_interval(days => (s.n * 7 + k * 31)::int % 95 + 3, mins => (s.n % 600)::int) as at) d on conflict do nothing`
const GRADES = `insert into course_grade (tenant_id, student_id, xn, xq_m, course_no, course_name, credit, score)
  select s.tenant_id, s.id, t.xn, t.xq_m, 'OFFICE' || n, '课程' || n, 3, case when ${draw("' || n || '", 12)} = 0 then 45 else 78 end from student s join term t on t.tenant_id = s.tenant_id and t.end_date < current_date cross join generate_series(1, 8) n
  where ${IN_SCHOOL}`
const ITEMS = `insert into charge_item (tenant_id, code, name, nature, filing_no, period, priority) select t.tenant_id, x.code, x.name, 'administrative', '1', 'year', 10 from ${SCHOOL} t, (values ('tuition', '学费'), ('lodging', '住宿费')) x(code, name)
  where not exists (select from charge_item i where i.tenant_id = t.tenant_id and i.code = x.code)`
/** Tuition and lodging of three years. */
const BILLS = `insert into bill_line (tenant_id, payer_type, payer_id, student_id, payer_name, item_id, xn, source_type, source_id, source_seq, charged, paid, due_date, explain)
  select s.tenant_id, 'student', s.id, s.id, s.name, i.id, y.xn, 'benchOffice', s.id::text, y.xn || i.code, 550000, case when ${draw('owes', 15)} = 0 and y.start_date > current_date - 120 then 0 else 550000 end, y.start_date + 20, '{}'
  from student s join charge_item i on i.tenant_id = s.tenant_id and i.code in ('tuition', 'lodging') join school_year y on y.tenant_id = s.tenant_id where ${IN_SCHOOL}`
/** The year's sums come in over a hundred days; before, they were owed. */
const PAYMENTS = `with e as (insert into ledger_entry (tenant_id, entry_no, book, account_id, student_id, kind, amount, source_type, source_id, source_seq, account_key, biz_date)
      select l.tenant_id, 'O' || left(l.id::text, 36) || k, 'student', l.id, l.student_id, case k when 1 then 'charge' else 'pay' end, 550000, 'benchOffice', l.id::text, k, l.payer_id::text,
        case k when 1 then l.due_date - 20 else l.due_date - 10 + abs(hashtext(l.id::text)) % 90 end
      from bill_line l cross join generate_series(1, 2) k where l.source_type = 'benchOffice' and (k = 1 or l.paid > 0) and (k = 1 or l.due_date - 10 + abs(hashtext(l.id::text)) % 90 <= current_date) returning 1)
  select count(*) from e`
const TALKS = `insert into fee_talk (tenant_id, student_id, talked_on, way, note) select s.tenant_id, s.id, current_date - ${draw('day', 80)}, 'phone', '压测' from student s where ${IN_SCHOOL} and ${draw('talk', 30)} = 0`
const REQUESTS = `insert into fee_application (tenant_id, student_id, department_id, class_id, kind, reason, items, amount, state, created_at)
  select s.tenant_id, s.id, s.department_id, s.class_id, 'instalment', '家里困难', '学费', 550000, 'approved', now() - make_interval(days => ${draw('asked', 300)}) from student s where ${IN_SCHOOL} and ${draw('asks', 20)} = 0`
const LEVELS = `insert into aid_level_span (tenant_id, student_id, level, "from", "to", cause) select s.tenant_id, s.id, '2', current_date - 90 - 365 * k, current_date + 274 - 365 * k, 'recognised' from student s, generate_series(0, 1) k
  where ${IN_SCHOOL} and ${draw('poor', 5)} = 0`
const GRANTS = `with item as (insert into subsidy_item (tenant_id, code, name, mode, effect) select tenant_id, 'OFFICE', '压测补助', 'list', 'payout' from ${SCHOOL} t returning tenant_id, id)
  insert into subsidy_grant (tenant_id, student_id, item_id, xn, cause, amount, plan, granted_on)
    select s.tenant_id, s.id, i.id, y.xn, 'benchOffice', 100000, '[]', y.start_date + ${draw('grant', 120)} from item i join student s on s.tenant_id = i.tenant_id and ${IN_SCHOOL} and ${draw('poor', 5)} = 0 and ${draw('given', 3)} > 0
      join school_year y on y.tenant_id = s.tenant_id`
const LOGS = `insert into work_log (tenant_id, author_id, kind, started_at, minutes, student_ids, state)
  select s.tenant_id, k.teacher_id, 'talk', now() - make_interval(days => ${draw('spoke', 300)}), 20, jsonb_build_array(s.id), 'submitted' from student s join class_staff k on k.tenant_id = s.tenant_id and k.class_id = s.class_id and k.role = 'fdy'
  where ${IN_SCHOOL}`
const GROWTH = `insert into growth_entry (tenant_id, entry_no, student_id, department_id, class_id, category, title, biz_date, xn, xq_m, source_type, source_id, points)
  select s.tenant_id, 'OFFICE' || s.student_no || '-' || k, s.id, s.department_id, s.class_id, 'activity', '参加活动', current_date - abs(hashtext(s.id::text || k)) % 400, '2090-2091', '1', 'benchOffice', s.id || '-' || k, 1
  from student s, generate_series(1, 5) k where ${IN_SCHOOL} and ${draw('joins', 10)} > 0`
const SURVEY = `with made as (insert into survey (tenant_id, process_type, name, begin_time, end_time, audience, state, anonymity) select tenant_id, 'survey', '压测问卷', now() - interval '60 days', now(), '{}', 'closed', 'named' from ${SCHOOL} t returning tenant_id, id)
  insert into survey_ticket (tenant_id, survey_id, respondent_type, respondent_id, student_id, used_on)
    select s.tenant_id, m.id, 'user', s.id::text, s.id, current_date - ${draw('survey', 60)} from made m join student s on s.tenant_id = m.tenant_id and ${IN_SCHOOL} and ${draw('answers', 10)} < 6`
const TEST = `with made as (insert into test_schedule (tenant_id, process_type, name, begin_time, end_time, audience, paper_id, state, kind) select tenant_id, 'testSchedule', '压测安全教育', now() - interval '80 days', now() + interval '30 days', '{}', uuidv7(), 'published', 'safety' from ${SCHOOL} t returning tenant_id, id)
  insert into test_candidate (tenant_id, schedule_id, student_id, is_passed, passed_at)
    select s.tenant_id, m.id, s.id, x.n < 90, case when x.n < 90 then now() - make_interval(days => x.n * 80 / 90) end from made m join student s on s.tenant_id = m.tenant_id and ${IN_SCHOOL} cross join lateral (select ${draw('safe', 100)} as n) x`
const EVENTS = 600
const ACTIVITIES = `insert into activity (tenant_id, title, summary, category, level, start_at, end_at, enrol_from, enrol_to, hours, organiser_type, applicant_id, state, settled_at)
  select t.tenant_id, '压测活动' || n, '压测', '1', 'school', d.at, d.at + interval '2 hours', d.at - interval '9 days', d.at - interval '1 day', 2, 'department', u.id, 'settled', d.at + interval '1 day'
  from ${SCHOOL} t join sys_user u on u.tenant_id = t.tenant_id and u.user_name = 'bench-officer' cross join generate_series(1, ${EVENTS}) n cross join lateral (select now() - make_interval(days => n % 300 + 2) as at) d`
const ENROLMENTS = `insert into activity_enrolment (tenant_id, activity_id, student_id, seq, enrolled_at, state, hours)
  select s.tenant_id, a.id, s.id, 1, a.start_at - interval '5 days', 'present', 2 from (select s.*, row_number() over (order by s.id) as n from student s where ${IN_SCHOOL}) s join (select *, row_number() over (order by id) as n from activity where title like '压测活动%') a
    on a.tenant_id = s.tenant_id and (a.n - s.n * 7) % ${EVENTS} in (0, 97, 211, 350)`
const COSTS = `insert into activity_cost (tenant_id, activity_id, line, item, source, amount, vouchers, maker_id, created_at)
  select a.tenant_id, a.id, k, '物料', 'department', 20000, '[]', a.applicant_id, a.settled_at from activity a, generate_series(1, 2) k where a.title like '压测活动%'`
const STAYS = `insert into off_campus_stay (tenant_id, student_id, department_id, class_id, kind, reason, from_on, to_on, canton_code, address, guardian_id, emergency_name, emergency_phone, pledge, pledge_version, pledge_signed_at, state, approved_at, begin_at, end_at, last_night)
  select s.tenant_id, s.id, s.department_id, s.class_id, 'rent', '压测', current_date - 200, current_date + 100, c.code, '某路 1 号', uuidv7(), '张建国', '13800000000', true, '1', now(), 'active', now() - interval '200 days', now() - interval '200 days',
    now() + interval '100 days', current_date + 99 from student s cross join lateral (select code from canton where code ~ '[1-9]$' order by md5(code || left(s.id::text, 1)) limit 1) c where ${IN_SCHOOL} and ${draw('lives', 30)} = 0`
const CHECKS = `insert into off_campus_check (tenant_id, stay_id, student_id, at, way, created_at) select tenant_id, id, student_id, now() - interval '30 days', 'visit', now() - interval '30 days' from off_campus_stay where reason = '压测' and abs(hashtext(id::text)) % 3 > 0`
const CASES = `insert into process_instance (tenant_id, def_id, def_version_id, process_type, biz_type, biz_id, applicant_id, title, state, started_at, ended_at, student_id)
  select s.tenant_id, uuidv7(), uuidv7(), 'leave', 'benchOffice', s.id || '-' || k, uuidv7(), '压测请假', 'approved', d.at, d.at + interval '1 day', s.id
  from student s, generate_series(1, 2) k cross join lateral (select now() - make_interval(days => k * 50) as at) d where ${IN_SCHOOL}`
const TASKS = `insert into process_task (tenant_id, instance_id, no, node_id, node_name, round, assignee_id, mode, "order", state, arrived_at, action, acted_at, work_min)
  select i.tenant_id, i.id, k, 'n' || k, case k when 1 then '辅导员' else '学院' end, 1, u.id, 'any', k, 'done', x.at - interval '5 hours', 'approve', x.at, abs(hashtext(i.id::text || k)) % 900
  from process_instance i join sys_user u on u.tenant_id = i.tenant_id and u.user_name = 'bench-college' cross join generate_series(1, 2) k cross join lateral (select now() - make_interval(days => abs(hashtext(i.id::text)) % 120) as at) x where i.biz_type = 'benchOffice'`
const PUNISHMENTS = `with c as (insert into discipline_case (tenant_id, case_no, title, occurred_at, category, rule_ids, summary, report_source, department_id)
      select tenant_id, 'O' || n, '压测', now() - make_interval(days => n), '1', '[]', '压测', 'college', (select id from department d where d.tenant_id = t.tenant_id limit 1) from ${SCHOOL} t, generate_series(1, 400) n returning tenant_id, id, case_no)
  insert into punishment (tenant_id, case_id, student_id, department_id, class_id, grade, state, decided_level, document_no, decided_on)
    select c.tenant_id, c.id, s.id, s.department_id, s.class_id, s.grade, 'inForce', 'warning', c.case_no || '-' || s.n, current_date - s.n::int % 360
    from c join (select s.*, row_number() over (order by s.id) as n from student s where ${IN_SCHOOL}) s on s.n % 401 = substr(c.case_no, 2)::int and s.n < 800`
const APPEALS = `insert into appeal (tenant_id, punishment_id, student_id, grounds, submitted_at, state, conclusion, concluded_on, stage) select tenant_id, id, student_id, '压测', now(), 'concluded', case when abs(hashtext(id::text)) % 4 = 0 then 'suggestRevoke' else 'uphold' end, current_date - 5, 'school'
  from punishment where abs(hashtext(id::text)) % 10 = 0`
const REPAIRS = `insert into repair_order (tenant_id, order_no, place_type, place, type_id, urgency_id, description, phone, room_id, building_id, campus_id, state, created_at)
  select r.tenant_id, 'O' || r.id || k, 'room', '压测', '00000000-0000-7000-8000-000000000001', uuidv7(), '漏水', '13800000000', r.id, d.building_id, d.campus_id, 'confirmed', now() - make_interval(days => abs(hashtext(r.id::text || k)) % 130, hours => k)
  from dorm_room r join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id cross join generate_series(1, 4) k`
const MANY = [
  NIGHT_LINES,
  MISSED_NIGHTS,
  SIGN_TASK,
  SIGN_LINES,
  LEAVES,
  GRADES,
  TALKS,
  REQUESTS,
  LOGS,
  GROWTH,
  SURVEY,
  TEST,
  ACTIVITIES,
  ENROLMENTS,
  COSTS,
  STAYS,
  CHECKS,
  CASES,
  TASKS,
  PUNISHMENTS,
  APPEALS,
  REPAIRS,
]
