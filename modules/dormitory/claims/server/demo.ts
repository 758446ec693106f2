import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { claimRound } from '../model/round.ts'

/** 188 of 7,600 new students were left to the fallback. */
const LEFT_SHARE = 188 / 7600

/** The newest grade's finished round, and an open trial round for everybody. */
export async function demoClaims(db: Db): Promise<void> {
  const [newest] = await db.query<{ grade: number | null }>(sql`select max(grade)::int as grade from dorm_stay where tenant_id = ${db.me.tenantId} and is_open`)
  if (!newest?.grade) return
  const officer = await demoAccount(db, 'officer')
  const common = {
    processType: 'claimRound',
    ownerDepartmentId: officer?.departmentId ?? null,
    publisher: { userId: officer?.id ?? '', departmentId: officer?.departmentId ?? null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
    showRoommate: 'consent' as const,
  }
  await settled(db, newest.grade, common)
  await trial(db, common)
}
type Common = Record<string, unknown>
async function settled(db: Db, grade: number, common: Common): Promise<void> {
  const { tenantId } = db.me
  const [beds] = await db.query<{ dormIds: string[] | null; people: number }>(
    sql`select array_agg(distinct dorm_id) as "dormIds", count(*)::int as people from dorm_stay where tenant_id = ${tenantId} and is_open and grade = ${grade}`,
  )
  if (!beds?.people) return
  const left = Math.max(1, Math.round(beds.people * LEFT_SHARE))
  const [all] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from student where tenant_id = ${tenantId} and grade = ${grade} and status = 'active' and deleted_at is null`,
  )
  const audienceCount = Math.max(beds.people, all?.n ?? 0)
  const [opened, ended] = [`${grade}-08-20`, `${grade}-08-22`]
  const round = await db.insert(claimRound, {
    ...common,
    name: `${grade} 级新生选床位`,
    beginTime: schoolInstant(opened, '19:00'),
    endTime: schoolInstant(ended, '21:00'),
    audience: { grades: [grade] },
    pool: { dormIds: beds.dormIds ?? [], grants: [] },
    waves: [
      { name: '第一批（女生）', opensAt: schoolInstant(opened, '19:00'), closesAt: schoolInstant(opened, '21:00'), group: { genderCode: '2' } },
      { name: '第二批（男生）', opensAt: schoolInstant(addDays(opened, 1), '19:00'), closesAt: schoolInstant(addDays(opened, 1), '21:00'), group: { genderCode: '1' } },
      { name: '补选', opensAt: schoolInstant(ended, '19:00'), closesAt: schoolInstant(ended, '21:00'), group: {} },
    ],
    moveIn: `${grade}-09-01`,
    fallback: 'presort',
    state: 'closed',
    publishedAt: schoolInstant(addDays(opened, -5), '09:00'),
    audienceCount,
    stage: 'settled',
    settledAt: schoolInstant(addDays(ended, 1), '09:30'),
    claimedCount: beds.people - left,
    fallbackCount: left,
    leftCount: audienceCount - beds.people,
    told: [],
  } as never)
  await db.query(sql`with own as (select id, row_number() over (order by md5(id::text)) as n from dorm_stay where tenant_id = ${tenantId} and is_open and grade = ${grade})
    update dorm_stay s set batch_id = ${round.id}::uuid, source = case when own.n <= ${left} then 'presort' else 'claim' end from own where s.tenant_id = ${tenantId} and s.id = own.id`)
  await logged(db, round.id, opened)
}
/** A claim and its confirmation per student, and before every third a lost one. Most fall in the first minute. */
async function logged(db: Db, roundId: string, opened: string): Promise<void> {
  await db.query(sql`insert into claim_log (tenant_id, round_id, student_id, department_id, class_id, bed_id, action, at, result, ms)
    select s.tenant_id, ${roundId}::uuid, s.student_id, s.department_id, s.class_id, s.bed_id, step.action,
      ${schoolInstant(opened, '19:00')}::timestamptz + make_interval(days => case when s.gender_code = '1' then 1 else 0 end, secs => (s.n * s.n % 5400)::int / (1 + s.n % 90)::int + step.later), step.result, (18 + s.n * 7 % 240)::int
    from (select x.*, row_number() over (order by md5(x.id::text)) as n from dorm_stay x where x.tenant_id = ${db.me.tenantId} and x.batch_id = ${roundId}::uuid and x.source = 'claim') s
    cross join (values ('hold', 'taken', 1), ('hold', 'ok', 4), ('confirm', 'ok', 31)) step(action, result, later) where step.result = 'ok' or s.n % 3 = 0`)
}
async function trial(db: Db, common: Common): Promise<void> {
  const day = today()
  const next = `${Number(day.slice(0, 4)) + (day.slice(5) < '08-25' ? 0 : 1)}-09-01`
  const dorms = await db.unscoped(dormBuilding).all({ isEnabled: true }) // demo setup: no data scope
  const [people] = await db.query<{ n: number }>(sql`select count(*)::int as n from student where tenant_id = ${db.me.tenantId} and status = 'active' and deleted_at is null`)
  await db.insert(claimRound, {
    ...common,
    name: '选床位试选',
    beginTime: schoolInstant(addDays(day, -1), '08:00'),
    endTime: schoolInstant(addDays(day, 6), '21:00'),
    audience: { roles: ['student'] },
    pool: { dormIds: dorms.map(d => d.id), grants: [] },
    waves: [],
    moveIn: next,
    trial: true,
    state: 'published',
    publishedAt: schoolInstant(addDays(day, -2), '09:00'),
    audienceCount: people?.n ?? 0,
    told: [],
  } as never)
}
