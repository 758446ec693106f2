import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { presortPlan } from '../model/plan.ts'
import { presortRun } from '../model/result.ts'
import { USUAL_RULES, USUAL_WEIGHTS } from '../model/rules.ts'
import { simulateRun } from './simulation-queue.ts'

interface Office {
  userId: string | null
  departmentId: string | null
}
interface Grade {
  grade: number
  dormIds: string[]
}
/** The demo student's grade: one finished plan, and one for next year with three simulations and most wishes. */
export async function demoPresort(db: Db): Promise<void> {
  const { tenantId } = db.me
  const [who] = await db.query<{ grade: number }>(
    sql`select s.grade from sys_user u join student s on s.tenant_id = u.tenant_id and s.id = u.student_id where u.tenant_id = ${tenantId} and u.user_name = 'student' and s.grade is not null limit 1`,
  )
  const [newest] = await db.query<{ grade: number | null }>(sql`select max(grade)::int as grade from dorm_stay where tenant_id = ${tenantId} and state = 'checkedIn'`)
  const grade = who?.grade ?? newest?.grade
  if (!grade) return
  const [places] = await db.query<{ dormIds: string[] | null }>(
    sql`select array_agg(distinct dorm_id) as "dormIds" from dorm_stay where tenant_id = ${tenantId} and state = 'checkedIn'`,
  )
  if (!places?.dormIds) return
  const [office] = await db.query<Office>(sql`select id as "userId", department_id as "departmentId" from sys_user where tenant_id = ${tenantId} and user_name = 'officer' limit 1`)
  await closed(db, { grade, dormIds: places.dormIds }, office)
  await wishes(db, grade)
  await draft(db, { grade, dormIds: places.dormIds }, office)
}
const filtersOf = ({ grade, dormIds }: Grade) => ({
  studentFilter: { grades: [grade], departmentIds: [], classIds: [], genderCode: null },
  poolFilter: { campusIds: [], dormIds, floorIds: [], fromPlanId: null, ownCollege: false },
})
const yearFrom = (year: number): string => `${year}-${year + 1}`
/** Last year's: its lines are the current beds. */
async function closed(db: Db, of: Grade, office: Office | undefined): Promise<void> {
  const { tenantId } = db.me
  const at = `${of.grade}-08-20T10:02:00+08:00`
  const common = {
    name: `${of.grade} 级新生宿舍预分配`,
    xn: yearFrom(of.grade),
    mode: 'toStudent',
    ...filtersOf(of),
    startDate: `${of.grade}-09-01`,
    rules: USUAL_RULES,
    ownerDepartmentId: office?.departmentId ?? null,
  }
  const plan = await db.insert(presortPlan, { ...common, state: 'draft' } as never)
  const run = await db.insert(presortRun, { planId: plan.id, runNo: 1, state: 'done', progress: 100, seed: 1, rules: USUAL_RULES, startedAt: at, endedAt: at } as never)
  await db.query(sql`
    with mates as (select y.*, count(*) over room - 1 as of, count(*) over class - 1 as met from dorm_stay y where y.tenant_id = ${tenantId} and y.state = 'checkedIn' and y.grade = ${of.grade} and y.kind = 'main'
      window room as (partition by y.room_id), class as (partition by y.room_id, y.class_id))
    insert into presort_line (tenant_id, plan_id, run_id, student_id, department_id, class_id, grade, gender_code, bed_id, room_id, dorm_id, score, reasons)
    select tenant_id, ${plan.id}::uuid, ${run.id}::uuid, student_id, department_id, class_id, grade, gender_code, bed_id, room_id, dorm_id, case when of = 0 then 100 else round(60 + 40.0 * met / of)::int end,
      jsonb_build_array(jsonb_build_object('rule', 'class', 'met', met, 'of', of), jsonb_build_object('rule', 'neighbours', 'met', 1, 'of', 1), jsonb_build_object('rule', 'rhythm', 'met', 70 + abs(hashtext(student_id::text)) % 28, 'of', 100)) from mates`)
  const [n] = await db.query<{ students: number; rooms: number; classes: number; mixed: number; score: number }>(sql`
    select count(*)::int as students, count(distinct room_id)::int as rooms, count(distinct class_id)::int as classes, coalesce(round(avg(score)), 0)::int as score,
      (select count(*)::int from (select room_id from presort_line where tenant_id = ${tenantId} and run_id = ${run.id} group by 1 having count(distinct class_id) > 1) x) as mixed from presort_line where tenant_id = ${tenantId} and run_id = ${run.id}`)
  const students = n?.students ?? 0
  const measures = {
    students,
    placed: students,
    unplaced: 0,
    wishesMet: 0,
    wishesOf: 0,
    classes: n?.classes ?? 0,
    classesSplit: 0,
    rooms: n?.rooms ?? 0,
    halfEmpty: 0,
    mixedRooms: n?.mixed ?? 0,
    score: n?.score ?? 0,
    byClass: [],
  }
  await db.update(presortRun, run.id, { measures })
  await db.update(presortPlan, plan.id, {
    state: 'closed',
    runId: run.id,
    committedAt: at,
    committedBy: office?.userId ?? null,
    publishedAt: at,
    studentCount: students,
    placedCount: students,
  })
  await db.query(sql`update dorm_stay set batch_id = ${plan.id} where tenant_id = ${tenantId} and grade = ${of.grade} and state = 'checkedIn' and source = 'presort'`)
}
/** Two in three have stated habits, one in three roommates; reciprocal ones are mutual. */
async function wishes(db: Db, grade: number): Promise<void> {
  await db.query(sql`
    with who as (select s.id, s.tenant_id, s.student_no, s.class_id, s.gender_code, abs(hashtext(s.id::text)) as h, row_number() over (partition by s.class_id, s.gender_code order by s.student_no) as n from student s
      where s.tenant_id = ${db.me.tenantId} and s.grade = ${grade} and s.status = 'active' and s.deleted_at is null)
    insert into presort_wish (tenant_id, student_id, sleep_time, wake_time, quiet, smoking, snoring, height, roommates)
    select a.tenant_id, a.id, make_time(22 + (a.h % 2), (a.h / 7 % 4) * 15, 0), make_time(6 + (a.h / 3 % 2), (a.h / 11 % 4) * 15, 0), (array['quiet', 'either', 'either', 'lively'])[1 + a.h % 4],
      case when a.gender_code = '1' and a.h % 9 = 0 then 'yes' else 'no' end, (array['no', 'no', 'sometimes', 'yes'])[1 + a.h / 5 % 4], case when a.gender_code = '1' then 168 + a.h % 27 else 155 + a.h % 20 end,
      case when b.id is not null and (a.n / 2 * 2) % 6 < 4 then jsonb_build_array(b.student_no) else '[]' end
    from who a left join who b on b.class_id = a.class_id and b.gender_code = a.gender_code and b.n = case when a.n % 2 = 0 then a.n - 1 else a.n + 1 end where a.h % 3 <> 0`)
}
/** Next year's move: beds end in summer, three simulations to compare. */
async function draft(db: Db, of: Grade, office: Office | undefined): Promise<void> {
  const day = today()
  const year = Number(day.slice(0, 4)) + (day.slice(5) < '07-01' ? 0 : 1)
  const moves = `${year}-08-25`
  await db.query(
    sql`update dorm_stay set planned_out = ${moves}::date where tenant_id = ${db.me.tenantId} and grade = ${of.grade} and state = 'checkedIn' and kind = 'main' and (planned_out is null or planned_out > ${moves}::date)`,
  )
  const plan = await db.insert(presortPlan, {
    name: `${of.grade} 级调整宿舍预分配`,
    xn: yearFrom(year),
    mode: 'toStudent',
    ...filtersOf(of),
    startDate: `${year}-09-01`,
    seed: 2026,
    rules: USUAL_RULES,
    wishUntil: addDays(day, 6),
    ownerDepartmentId: office?.departmentId ?? null,
  } as never)
  const tries = [USUAL_RULES, { ...USUAL_RULES, weights: { ...USUAL_WEIGHTS, class: 60, rhythm: 90 } }, { ...USUAL_RULES, mixesGrades: true, ownCampus: false }]
  for (const [n, rules] of tries.entries()) {
    // sequentially, as users would
    const run = await db.insert(presortRun, { planId: plan.id, runNo: n + 1, state: 'queued', seed: 2026 + n, rules } as never)
    const ending = await simulateRun(db, run.id)
    await db.tx(async tx => ending?.(tx))
  }
}
