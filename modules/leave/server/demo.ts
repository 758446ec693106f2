import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { makePast, type PastCase, type PastDecision } from '#modules/workflow/server/demo-cases.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { day, moment, workday } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { leaveSubject } from '../model/flow.ts'
import { leave } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { type MissedLesson, missedLessons, sectionsByCourse } from '../model/missing.ts'
import { lessonsBetween } from './timetable.ts'

const WHOLE = { away: 220, overdue: 9, pending: 35, thisYear: 14_000 }
const LEAST = { away: 8, overdue: 2, pending: 6, thisYear: 300 }
/** Number of recent leaves that run through the real approval flow; kept small because each is slow. */
const WALKED = 24
const MOST_LESSONS = 400
const REASONS: Readonly<Record<string, readonly string[]>> = {
  sick: ['发热，校医建议休息', '急性肠胃炎，去医院输液', '牙痛，预约了口腔科', '扭伤脚踝，需要复查'],
  personal: ['回家办理户口迁移', '参加姐姐婚礼', '家里老人住院，回家照顾', '补办身份证', '参加驾照科目三考试'],
  official: ['参加市级技能竞赛', '代表学院参加篮球联赛', '参加校外志愿服务'],
  bereavement: ['祖父去世，回家奔丧'],
  recruitment: ['参加企业面试', '参加省人才市场招聘会'],
  other: ['参加公务员考试', '搬运行李回家'],
}
const CITIES = ['520100', '520300', '522300', '500100', '510100', '430100', '440100', '110100', '310100', '530100']
const WEIGHTS = ['sick', 'sick', 'sick', 'personal', 'personal', 'personal', 'personal', 'official', 'recruitment', 'other', 'bereavement']

interface DemoLeave {
  pupil: DemoPupil
  code: string
  from: string
  days: number
  state: 'pending' | 'approved' | 'active' | 'overdue' | 'closed'
  isLate?: boolean
  /** When it was submitted, if not computed. */
  asked?: string
}
/** Students with accounts but the demo's own, those of its counsellor first, so that people who try the demo see data. */
const pupilsOf = (all: readonly DemoPupil[]): DemoPupil[] => all.filter(p => p.hasAccount && !p.isOwn).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
/** A year of leaves for a school of this size: most are over, some run, a few are overdue, some await a decision. */
export default async function demo(db: Db, options: { students: number }): Promise<void> {
  const all = await demoPupils(db)
  const pupils = pupilsOf(all)
  if (!pupils.length) return
  const random = randomOf(61)
  const scaled = (name: keyof typeof WHOLE): number => Math.min(Math.floor(pupils.length / 3), sized(options.students, WHOLE[name], LEAST[name]))
  const count = {
    away: scaled('away'),
    overdue: scaled('overdue'),
    pending: scaled('pending'),
    thisYear: sized(options.students, WHOLE.thisYear, LEAST.thisYear),
  }
  const made = [...running(pupils, count, random), ...over(pupils, count.thisYear, random)]
  await write(db, made, random)
  await handIn(db)
  const busy = new Set(made.filter(m => m.state !== 'closed').map(m => m.pupil.id))
  await decided(db, lately(pupils.filter(p => !busy.has(p.id))), random)
  await ownOfStudent(
    db,
    all.find(p => p.isOwn),
  )
}
/** Away, overdue and pending: each student once, every second one from the counsellor's classes. */
function running(pupils: readonly DemoPupil[], count: Record<'away' | 'overdue' | 'pending', number>, random: Random): DemoLeave[] {
  const [near, far] = [pupils.filter(p => p.isNear), pupils.filter(p => !p.isNear)]
  const pool = [...near.slice(0, Math.ceil(near.length / 2)), ...far.filter((_, n) => n % Math.max(1, Math.floor(far.length / (count.away + count.pending + 8))) === 0), ...far]
  const unique = [...new Map(pool.map(p => [p.id, p])).values()]
  const order = unique.toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const nearFirst = (n: number, from: number): DemoPupil[] => order.filter((_, i) => i % 3 === from).slice(0, n)
  return [
    ...nearFirst(count.pending, 0).map(
      (pupil, n): DemoLeave => ({ pupil, code: random.pick(WEIGHTS), from: workday(1 + (n % 5)), days: [1, 2, 3, 0.5, 5, 2, 9][n % 7] ?? 1, state: 'pending' }),
    ),
    ...nearFirst(count.overdue, 1).map((pupil, n): DemoLeave => ({ pupil, code: 'personal', from: day(-5 - n), days: 3, state: 'overdue' })),
    ...nearFirst(count.away, 2).map((pupil, n): DemoLeave => ({ pupil, code: random.pick(WEIGHTS), from: day(-(n % 3)), days: 3 + (n % 4), state: 'active' })),
  ]
}
/** The school year so far; leaves of one student lie weeks apart. */
function over(pupils: readonly DemoPupil[], wanted: number, random: Random): DemoLeave[] {
  const made: DemoLeave[] = []
  for (let n = 0; made.length < wanted && n < wanted * 3; n++) {
    const pupil = pupils[(n * 7) % pupils.length] as DemoPupil
    const round = Math.floor(n / pupils.length)
    const from = workday(-14 - round * 12 - ((n * 5) % 9))
    made.push({ pupil, code: random.pick(WEIGHTS), from, days: [0.5, 1, 1, 2, 2, 3, 4][random.int(0, 6)] ?? 1, state: 'closed', isLate: random.int(0, 24) === 0 })
  }
  return made
}
const SMOOTH: PastDecision = { action: 'approve', opinion: '同意，按时返校销假', hours: 1.5 }
/** Decision histories of recent applications: most approved, sooner or later. */
const COURSES: ReadonlyArray<PastCase['decisions']> = [
  [SMOOTH],
  [{ ...SMOOTH, opinion: null, hours: 0.3 }],
  [
    { ...SMOOTH, hours: 4 },
    { ...SMOOTH, opinion: '同意', hours: 2 },
  ],
  [{ action: 'reject', opinion: '当天有期中考试，请另选时间', hours: 2 }],
  [{ ...SMOOTH, opinion: '注意安全，保持联系', hours: 0.7 }],
  [{ action: 'return', opinion: '请补充证明', hours: 3 }],
  [{ ...SMOOTH, hours: 5 }],
  [{ action: 'withdraw', opinion: '行程取消', hours: 1 }],
  [{ ...SMOOTH, opinion: '同意，请与任课教师说明', hours: 2.5 }],
  [{ action: 'return', opinion: '请写明返校时间和联系人', hours: 2 }, { ...SMOOTH, opinion: '已写明，同意' }, SMOOTH],
]
const isApproved = (n: number): boolean => COURSES[n % COURSES.length]?.[0].action === 'approve'
/** Last week's applications: approved ones are mostly over, the others were for dates soon after. */
function lately(pupils: readonly DemoPupil[]): DemoLeave[] {
  const [near, far] = [pupils.filter(p => p.isNear), pupils.filter(p => !p.isNear)]
  const step = Math.max(1, Math.floor((far.length * 2) / WALKED))
  return [...near.slice(-WALKED / 2), ...far.filter((_, n) => n % step === 0)].slice(0, WALKED).map((pupil, n) => {
    const days = [1, 2, 0.5, 3, 1, 5, 2, 1, 8, 4][n % 10] ?? 1
    const from = workday(isApproved(n) ? -1 - Math.ceil(days) - (n % 5) : 2 + (n % 4))
    const asked = schoolInstant(addDays(isApproved(n) ? from : today(), -2 - (n % 3)), `${String(8 + (n % 8)).padStart(2, '0')}:${10 + ((n * 7) % 50)}`)
    return { pupil, code: WEIGHTS[n % WEIGHTS.length] ?? 'personal', from, days, state: 'pending', asked }
  })
}
const endOf = ({ from, days }: Pick<DemoLeave, 'from' | 'days'>): string =>
  days % 1 ? schoolInstant(addDays(from, Math.floor(days)), '12:00') : schoolInstant(addDays(from, days - 1), '18:00')
const levelOf = (days: number): 'fdy' | 'college' | 'officer' => (days > 7 ? 'officer' : days > 3 ? 'college' : 'fdy')

/** Lessons these leaves miss; each class's timetable is read once. */
function lessonBook(db: Db, made: readonly DemoLeave[]): (of: DemoLeave, startAt: string, endAt: string) => Promise<MissedLesson[]> {
  const dates = made.map(m => m.from).sort()
  const [first, last] = [dates[0] ?? today(), addDays(dates.at(-1) ?? today(), 14)]
  const known = new Map<string | null, MissedLesson[]>()
  return async ({ pupil: { classId }, from, days }, startAt, endAt) => {
    const all = known.get(classId) ?? (await lessonsBetween(db, classId, first, last))
    known.set(classId, all)
    const until = addDays(from, Math.ceil(days))
    return missedLessons(
      all.filter(l => l.date >= from && l.date <= until),
      startAt,
      endAt,
    )
  }
}
/** Returns the numbers of the rows written. */
async function write(db: Db, made: readonly DemoLeave[], random: Random): Promise<string[]> {
  const types = new Map([...(await db.cached(leaveType)).values()].map(x => [x.code, x]))
  const missedBy = lessonBook(db, made)
  const seen = new Set<string>()
  const drafts = []
  for (const [n, m] of made.entries()) {
    const type = types.get(m.code) ?? types.get('personal')
    const startAt = schoolInstant(m.from, '08:00')
    const endAt = endOf(m)
    const key = `${m.pupil.id} ${m.from}`
    if (!type || seen.has(key)) continue
    seen.add(key)
    const reason = random.pick(REASONS[m.code] ?? REASONS.other ?? ['有事'])
    const leaves = m.days >= 2 && random.int(0, 2) > 0
    const lessons: MissedLesson[] | null = drafts.length < MOST_LESSONS && m.state !== 'pending' ? await missedBy(m, startAt, endAt) : null
    const asked = m.asked ?? new Date(Date.parse(startAt) - (20 + (n % 40)) * HOUR_MS).toISOString()
    const backAt = m.state === 'closed' ? new Date(Date.parse(endAt) + (m.isLate ? 20 : -1) * HOUR_MS).toISOString() : null
    drafts.push({
      studentId: m.pupil.id,
      departmentId: m.pupil.departmentId,
      classId: m.pupil.classId,
      typeId: type.id,
      startAt,
      endAt,
      days: m.days,
      countedDays: m.days,
      level: levelOf(m.days),
      ...(type.sensitive ? { privateReason: reason } : { reason }),
      leavesCampus: leaves,
      leavesCity: leaves && m.days >= 3,
      cantonCode: leaves ? random.pick(CITIES) : null,
      transport: leaves ? random.pick(['train', 'coach', 'car']) : null,
      contactName: m.pupil.contactName,
      contactPhone: m.pupil.contactPhone,
      guardianInformed: m.days >= 3,
      ...(lessons ? { lessons, lessonCount: [...sectionsByCourse(lessons).values()].reduce((a, b) => a + b, 0) } : {}),
      applyWay: 'self' as const,
      state: m.state,
      ...(m.state === 'pending' ? {} : { approvedAt: new Date(Date.parse(asked) + (1 + (n % 9)) * HOUR_MS).toISOString() }),
      ...(m.state === 'overdue' ? { overdueTold: 'college', overdueMarks: 0 } : {}),
      ...(backAt ? { backAt, backWay: random.pick(['location', 'scan', 'staff', 'scan'] as const), actualDays: m.days } : {}),
      createdAt: asked,
    })
  }
  const numbers = await serialNosOn(
    db,
    'QJ',
    'leave_no_seq',
    drafts.map(d => schoolDate(d.createdAt)),
  )
  const numbered = drafts.map((draft, n) => ({ ...draft, leaveNo: numbers[n] ?? '' }))
  await db.insertMany(leave, await known(db, numbered))
  return numbers
}
/** Filters out places missing in the school's edition of the regions. */
async function known<D extends { cantonCode: string | null }>(db: Db, drafts: readonly D[]): Promise<D[]> {
  const rows = await db.query<{ code: string }>(sql`select code from canton where tenant_id = ${db.me.tenantId} and code = any(${CITIES}::text[])`)
  const codes = new Set(rows.map(r => r.code))
  return drafts.map(d => ({ ...d, cantonCode: d.cantonCode && codes.has(d.cantonCode) ? d.cantonCode : null }))
}
/** Pending demo leaves are submitted through the real flow, with steps, todos and messages. */
async function handIn(db: Db): Promise<void> {
  const rows = await db.unscoped(leave).all({ state: 'pending' }, { sort: ['startAt'] }) // demo setup: no data scope
  for (const row of rows) await submit({ db, me: db.me, lang: 'zh-cn' }, leaveSubject, row)
}
/** Recently decided leaves have a readable record; those who went are back. */
async function decided(db: Db, made: readonly DemoLeave[], random: Random, courses = COURSES): Promise<void> {
  const numbers = await write(db, made, random)
  const rows = await db.unscoped(leave).all({ leaveNo: numbers }) // demo setup: no data scope
  const cases = rows.map((row): PastCase => ({ row, startedAt: row.createdAt, decisions: courses[numbers.indexOf(row.leaveNo) % courses.length] ?? [SMOOTH] }))
  await makePast(db, leaveSubject, cases)
  await db.query(sql`update leave l set approved_at = i.ended_at, back_at = l.back_at - interval '1 hour', back_way = case when l.state = 'closed' then 'scan' end
    from process_instance i where l.tenant_id = ${db.me.tenantId} and l.leave_no = any(${numbers}::text[]) and l.approved_at is not null
      and i.tenant_id = l.tenant_id and i.biz_type = 'leave' and i.biz_id = l.id::text`)
}
/** For the demo student: one leave to come, with a slip, and two past ones. */
async function ownOfStudent(db: Db, own: DemoPupil | undefined): Promise<void> {
  if (!own) return
  await db.query(sql`delete from leave where tenant_id = ${db.me.tenantId} and student_id = ${own.id}`)
  const random = randomOf(67)
  const past: DemoLeave[] = [
    { pupil: own, code: 'personal', from: workday(-20), days: 2, state: 'closed' },
    { pupil: own, code: 'official', from: workday(-40), days: 1, state: 'closed' },
  ]
  await write(db, past, random)
  const toCome: DemoLeave = { pupil: own, code: 'personal', from: workday(60), days: 2, state: 'pending', asked: moment(-4, '09:20') }
  await decided(db, [toCome], random, [[SMOOTH]])
}
