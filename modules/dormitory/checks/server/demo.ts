import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { mondayOf } from '#model/week.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import type { CheckItem } from '../model/items.ts'
import { checkRecord, checkTask } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import { type Mark, type Occupant, outcomeOf, type Sheet } from '../model/score.ts'
import { demoCivilised } from './demo-civilised.ts'
import { demoViolations } from './demo-violations.ts'
import { mainClass, type Resident } from './occupants.ts'
import { settleRooms } from './rooms.ts'
import { scoreWeek } from './weeks.ts'

const WEEKS = 12
/** Weeks with a full breakdown; large schools get one, to keep the demo fast. */
const DETAILED_WEEKS = 3
const MOST_DETAILED = 1500
const CAP = 59
interface Room {
  id: string
  dormId: string
  residents: Resident[]
}
async function roomsOf(db: Db): Promise<Room[]> {
  const rows = await db.query<
    Resident & { dormId: string }
  >(sql`select s.room_id as "roomId", s.dorm_id as "dormId", s.student_id as "studentId", s.name, b.bed_no as "bedNo", s.class_id as "classId", s.department_id as "departmentId", null as "className"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind <> 'temporary' order by s.dorm_id, s.room_id, b.bed_no`)
  return [...Map.groupBy(rows, r => r.roomId)].map(([id, residents]) => ({ id, dormId: residents[0]?.dormId ?? '', residents }))
}
/** Deterministic per room: a tidy one stays tidy, most lose a few points, a few fail. */
function marksFor(items: readonly CheckItem[], occupants: readonly Occupant[], untidy: number, random: Random): Mark[] {
  const tapped = (studentId: string | null) => (item: CheckItem) =>
    item.steps.slice(0, 2).flatMap((step): Mark[] => (random.chance(untidy) ? [{ item: item.code, step: step.name, studentId, times: 1 }] : []))
  const common = items.filter(i => i.area === 'public' && !i.veto).flatMap(tapped(null))
  return [...common, ...occupants.flatMap(o => items.filter(i => i.area === 'personal' && !i.veto).flatMap(tapped(o.studentId)))]
}
interface Checked {
  taskId: string
  kind: 'health'
  items: readonly CheckItem[]
  by: string
  at: string
  week: string
  isDetailed: boolean
}
function recordOf(room: Room, of: Checked, untidy: number, random: Random) {
  const occupants = room.residents.map(({ studentId, bedNo }) => ({ studentId, bedNo, isExcused: false }))
  const noOneIn = random.chance(0.02)
  const sheet: Sheet = { by: of.by, at: of.at, marks: noOneIn ? [] : marksFor(of.items, occupants, untidy, random), photos: [], note: null, noOneIn, refused: false }
  const outcome = outcomeOf(of.items, occupants, [sheet], { cap: CAP })
  return {
    taskId: of.taskId,
    roomId: room.id,
    dormId: room.dormId,
    kind: of.kind,
    ...mainClass(room.residents),
    checkerIds: [of.by],
    checkedAt: of.at,
    week: of.week,
    sheets: [sheet],
    ...outcome,
    itemScores: of.isDetailed ? outcome.itemScores : null,
  }
}
interface Checker {
  id: string
  studentId: string | null
}
const STUDENT_CHECKERS = 5
/** Managers with accounts, the demo's own first, and some named students. */
const checkersOf = (db: Db): Promise<Checker[]> =>
  db.query<Checker>(sql`(select distinct on (u.id) u.id, null::uuid as "studentId" from dorm_building d cross join lateral jsonb_array_elements_text(d.manager_ids) m(id)
      join sys_user u on u.tenant_id = d.tenant_id and u.teacher_id = m.id::uuid and u.realm = 'admin' and u.status <> 'disabled' where d.tenant_id = ${db.me.tenantId} limit 8)
    union all (select u.id, u.student_id from sys_user u join dorm_stay s on s.tenant_id = u.tenant_id and s.student_id = u.student_id and s.state = 'checkedIn'
      where u.tenant_id = ${db.me.tenantId} and u.realm = 'admin' and u.status <> 'disabled' and u.user_name <> 'student' order by md5(u.account_no) limit ${STUDENT_CHECKERS})`)
/** Twelve weeks of health checks, one running and half done, one planned. */
export async function demoChecks(db: Db): Promise<void> {
  const scheme = await db.unscoped(checkScheme).find({ kind: 'health' }) // demo setup: no data scope
  const rooms = await roomsOf(db)
  const checkers = await checkersOf(db)
  const [first] = checkers
  if (!scheme || !first || rooms.length < 8) return
  const random = randomOf(20)
  /** Nobody scores their own room. */
  const whoChecks = (room: Room, i: number): Checker => {
    const others = checkers.filter(c => !room.residents.some(r => r.studentId === c.studentId))
    return others[i % others.length] ?? first
  }
  const monday = mondayOf(today())
  const habits = rooms.map((_, n) => (n % 17 === 5 ? 0.72 : 0.015 + random.next() ** 3 * 0.32))
  for (let n = WEEKS; n >= 0; n--) {
    const week = addDays(monday, -7 * n)
    const task = await taskOf(db, { week, schemeId: scheme.id, checkers: checkers.map(c => c.id), students: checkers.flatMap(c => (c.studentId ? [c.id] : [])), isNow: n === 0 })
    const seen = rooms.filter(() => n > 0 || random.chance(0.5)).filter(() => random.chance(0.97))
    const isDetailed = n < DETAILED_WEEKS || rooms.length < MOST_DETAILED
    const day = n ? 2 : 0
    await db.insertMany(
      checkRecord,
      seen.map((room, i) => {
        const planned = `${addDays(week, day)}T${String(8 + (i % 3)).padStart(2, '0')}:${String((i * 7) % 60).padStart(2, '0')}:00+08:00`
        const at = Date.parse(planned) < Date.now() ? planned : new Date(Date.now() - (i % 60) * 60_000).toISOString()
        const of = { taskId: task, kind: 'health' as const, items: scheme.items, by: whoChecks(room, i).id, at, week, isDetailed }
        return recordOf(room, of, habits[rooms.indexOf(room)] ?? 0.05, random)
      }),
    )
    if (n) await scoreWeek(db, week)
  }
  await db.query(sql`update check_week set published_at = (week + 7 + time '08:00') at time zone 'Asia/Shanghai' where tenant_id = ${db.me.tenantId}`)
  await planned(db)
  await objections(db)
  await demoViolations(db, random)
  await demoCivilised(db)
}
interface TaskOf {
  week: string
  schemeId: string
  checkers: readonly string[]
  students: readonly string[]
  isNow: boolean
}
async function taskOf(db: Db, { week, schemeId, checkers, students, isNow }: TaskOf): Promise<string> {
  const publisher = { userId: checkers[0] ?? '', departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] }
  const { id } = await db.insert(checkTask, {
    processType: 'checkTask',
    name: `${week.slice(5).replace('-', '月')}日 当周卫生检查`,
    // the running one must be open on a Monday before eight, too
    beginTime: `${week}T${isNow ? '00' : '08'}:00:00+08:00`,
    endTime: schoolInstant(isNow ? addDays(today(), 3) : addDays(week, 6), '22:00'),
    audience: { roles: ['dormManager'], userIds: [...students] },
    schemeId,
    state: isNow ? 'published' : 'closed',
    publishedAt: isNow ? schoolInstant(addDays(week, -1), '18:00') : schoolInstant(week, '07:50'),
    audienceCount: checkers.length,
    publisher,
    seed: 1,
  } as never)
  const roomCount = await settleRooms(db, { id, scopeKind: 'buildings', dormIds: null, samplePercent: null, seed: 1 })
  await db.query(sql`update check_task set room_count = ${roomCount} where tenant_id = ${db.me.tenantId} and id = ${id}`)
  await db.query(
    sql`insert into round_member (tenant_id, round_id, user_id) select ${db.me.tenantId}::uuid, ${id}::uuid, x from unnest(${[...checkers]}::uuid[]) x on conflict do nothing`,
  )
  return id
}
/** A draft safety check for next month; monthly ones are generated. */
async function planned(db: Db): Promise<void> {
  const scheme = await db.unscoped(checkScheme).find({ kind: 'safety' }) // demo setup: no data scope
  if (!scheme) return
  await db.update(checkScheme, scheme.id, { isAutomatic: true, checkers: { roles: ['dormManager'] }, scopeKind: 'sample', samplePercent: 20, blind: true })
  const from = addDays(today(), 7)
  await db.insert(checkTask, {
    processType: 'checkTask',
    name: '下月安全抽查',
    beginTime: schoolInstant(from, '08:00'),
    endTime: schoolInstant(addDays(from, 3), '22:00'),
    audience: { roles: ['dormManager'] },
    schemeId: scheme.id,
    scopeKind: 'sample',
    samplePercent: 20,
    blind: true,
  })
}
/** Objections to this week's deductions, pending with their handler. */
async function objections(db: Db): Promise<void> {
  await db.query(sql`with lost as (select id, item_scores -> 'people' -> 0 ->> 'studentId' as student, row_number() over (order by room_score, id) as n from check_record
      where tenant_id = ${db.me.tenantId} and week = ${addDays(mondayOf(today()), -7)}::date and room_score between 70 and 90 limit 6)
    update check_record r set objection_state = case when lost.n <= 3 then 'open' when lost.n = 4 then 'changed' else 'upheld' end, objection_text = '检查时刚打扫完，地面的水还没有干，请复核。',
      objection_by = lost.student::uuid, objection_at = now() - interval '5 hours', objection_answer = case when lost.n > 3 then '已核对照片并回访。' end, objection_answered_at = case when lost.n > 3 then now() - interval '1 hour' end
    from lost where r.tenant_id = ${db.me.tenantId} and r.id = lost.id`)
}
