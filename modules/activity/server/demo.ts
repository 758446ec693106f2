import type { DraftOf, Row } from '#model'
import { termOf } from '#modules/campus/model/calendar-rules.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { postGrowth } from '#modules/growth/server/api.ts'
import { societyMember } from '#modules/society/model/member.ts'
import { society } from '#modules/society/model/society.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { studentOrg } from '#modules/studentOrg/model/org.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, inHours, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { activity } from '../model/activity.ts'
import { activityEnrolment } from '../model/enrolment.ts'
import { activitySubject } from '../model/flow.ts'
import { activityRate } from '../model/rate.ts'
import { VOLUNTEER } from '../model/volunteer.ts'
import { makeBudgets } from './demo-budgets.ts'
import { makePhotos } from './demo-photos.ts'
import { drawBefore, newSeed } from './lottery.ts'

const KINDS = [
  { title: '校园夜跑', category: 'artsSports', place: '田径场', summary: '绕操场五公里，跑完一起拉伸。', hours: 1, points: 1, labourHours: 0 },
  { title: '社区敬老服务', category: 'volunteer', place: '阳光社区', summary: '陪老人聊天、打扫房间、教用手机。', hours: 3, points: 2, labourHours: 3 },
  { title: '编程马拉松', category: 'innovation', place: '实训楼 302', summary: '三人一组，一天做出一个能用的小程序。', hours: 6, points: 4, labourHours: 0 },
  { title: '读书分享会', category: 'ideology', place: '图书馆报告厅', summary: '每人带一本书，讲十分钟。', hours: 2, points: 1, labourHours: 0 },
  { title: '摄影外拍', category: 'artsSports', place: '老城墙', summary: '学构图和光线，回来一起选片。', hours: 3, points: 1, labourHours: 0 },
  { title: '简历工作坊', category: 'skill', place: '就业指导中心', summary: '带上简历，现场一对一修改。', hours: 2, points: 1, labourHours: 0 },
] as const
/** Of the open ones: seats by lot, one of them drawn already. */
const LOTTERIES: readonly number[] = [2, 3]
const [DRAWN, DRAWN_SEATS] = [3, 5]
/** Of the open ones: seats shared out among colleges, one of them by lot. */
const SHARED: readonly number[] = [2, 4]
const [OPEN, PAST, SEATS, WAITING] = [12, 8, 8, 3]
/** At most, by level: hours and points. */
const LEVEL_RATES = [
  ['school', 8, 6],
  ['college', 6, 4],
  ['society', 6, 4],
  ['class', 3, 1],
] as const
type Society = Row<typeof society>
type Draft = DraftOf<typeof activity> &
  Pick<Row<typeof activity>, 'id' | 'state' | 'applicantId' | 'societyId' | 'organiserType' | 'held' | 'arrivals' | 'advisorId' | 'ownerDepartmentId'>
/** Activities that take enrolments, two of them by lot, one of them full and one with a seat offered to the demo's student, and a proposal that waits for the demo's teacher; some with a budget. */
export default (async db => {
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount)
  const own = pupils.find(p => p.isOwn)
  const societies = await db.unscoped(society).all({ state: 'active' }, { sort: ['code'], limit: OPEN }) // demo data
  const heads = await headsOf(db, societies)
  const led = societies.filter(s => heads.has(s.id))
  if (!led.length || pupils.length < SEATS + WAITING) return
  const drafts = Array.from({ length: OPEN }, (_, n) => {
    const of = led[n % led.length] as Society
    const isFull = n === 1
    const lot = LOTTERIES.includes(n) ? { enrolWay: 'lottery' as const, ...newSeed() } : {}
    const drawn = n === DRAWN ? { enrolTo: moment(-1, '20:00'), quota: DRAWN_SEATS, waitlist: 2 } : {}
    return draftOf(n, of, heads.get(of.id) ?? '', { quota: isFull ? SEATS : 30 + 10 * n, waitlist: isFull ? 20 : 10, ...lot, ...drawn })
  })
  const others = pupils.filter(p => !p.isOwn)
  const rows = drafts.flatMap((draft, n) => {
    const people = Array.from({ length: n === 1 ? SEATS + WAITING : SEATS }, (_, i) => others[(n * SEATS + i) % others.length] as DemoPupil)
    const unique = [...new Map(people.map(p => [p.id, p])).values()]
    const isOwnHere = own && n < 2
    const enrolled = unique.map((p, i) => enrolment(draft, p, i + (isOwnHere ? 2 : 1), LOTTERIES.includes(n) ? 'applied' : n === 1 && i >= SEATS - 1 ? 'waiting' : 'admitted'))
    if (SHARED.includes(n)) Object.assign(draft, sharedAmong(draft, own ? [own, ...unique] : unique))
    // the demo's student has a seat in the first, and is offered one in the full
    if (isOwnHere) enrolled.push(enrolment(draft, own, 1, n ? 'offered' : 'admitted'))
    return enrolled
  })
  for (const draft of drafts) {
    const mine = rows.filter(r => r.activityId === draft.id)
    if (draft.splitBy) for (const row of mine) Object.assign(row, { splitKey: row.departmentId })
    Object.assign(draft, { held: mine.filter(r => r.state !== 'waiting' && r.state !== 'applied').length, arrivals: mine.length })
  }
  await db.insertMany(activity, drafts, { history: false })
  await db.insertMany(activityEnrolment, rows, { history: false })
  const lots = drafts[DRAWN]
  if (lots) await drawBefore(db, await db.unscoped(activity).one(lots.id)) // demo data
  await makePast(db, led, heads, pupils)
  await propose(db, led, heads)
  await ofTheUnion(db, led)
  await makeBudgets(db)
}) satisfies Demo
/** Accounts of the heads, by society. */
async function headsOf(db: Db, societies: readonly Society[]): Promise<ReadonlyMap<string, string>> {
  const heads = await db.unscoped(societyMember).all({ societyId: societies.map(s => s.id), role: 'head', state: 'active' }) // demo data
  const accounts = await accountsOf(
    db,
    heads.map(h => h.studentId),
  )
  return new Map(heads.flatMap(h => (accounts.has(h.studentId) ? [[h.societyId, accounts.get(h.studentId) ?? '']] : [])))
}
function draftOf(n: number, of: Society, applicantId: string, more: Partial<Draft>): Draft {
  const { hours, ...kind } = KINDS[n % KINDS.length] ?? KINDS[0]
  const begins = 3 + n
  return {
    ...{
      ...kind,
      id: uuidv7(),
      hours,
      title: `${kind.title}（${of.name}）`,
      level: 'society' as const,
      startAt: moment(begins, '14:00'),
      endAt: moment(begins, `${14 + hours}:00`),
    },
    ...{ online: false, enrolFrom: moment(-1, '08:00'), enrolTo: moment(begins, '10:00'), cancelUntil: moment(begins - 1, '14:00'), membersOnly: false },
    signRule: kind.category === VOLUNTEER ? ('inOut' as const) : ('in' as const),
    ...{ organiserType: 'society' as const, societyId: of.id, ownerDepartmentId: of.guidanceUnitId, advisorId: of.advisorId, applicantId, state: 'approved' as const },
    ...{ held: 0, arrivals: 0, waitlist: 0, ...more },
  }
}
const enrolment = (
  { id: activityId, advisorId, ownerDepartmentId }: Draft,
  { id: studentId, departmentId, classId }: DemoPupil,
  seq: number,
  state: 'admitted' | 'waiting' | 'offered' | 'applied',
) => ({
  ...{ activityId, studentId, departmentId, classId, advisorId: advisorId ?? null, ownerDepartmentId: ownerDepartmentId ?? null, seq, state },
  ...{ drawNo: state === 'applied' ? seq : null, admittedAt: state === 'admitted' ? moment(-1, '12:30') : null },
  ...{ enrolledAt: moment(-1, '12:30'), offeredUntil: state === 'offered' ? inHours(2) : null },
})
/** Seats for the colleges of those who enrolled, and some for everybody. */
function sharedAmong({ quota, enrolTo, startAt, enrolWay }: Draft, pupils: readonly DemoPupil[]): Partial<Draft> {
  const colleges = [...new Set(pupils.flatMap(p => p.departmentId ?? []))]
  const each = Math.max(1, Math.floor((quota ?? 0) / (colleges.length + 1)))
  return { splitBy: 'college', quotaSplit: colleges.map(key => ({ key, seats: each })), splitUntil: enrolWay === 'lottery' ? startAt : enrolTo }
}
/** Activities that are over: most are settled, those of the last days wait for it. */
async function makePast(db: Db, led: readonly Society[], heads: ReadonlyMap<string, string>, pupils: readonly DemoPupil[]): Promise<void> {
  const { terms } = await calendarOf(db)
  for (let n = 0; n < PAST; n++) {
    if (!termOf(terms, day(-1 - 5 * n))) continue // the ledger has no entries before the first term
    const of = led[n % led.length] as Society
    const begins = -1 - 5 * n
    const isSettled = n > 0
    const draft = draftOf(n, of, heads.get(of.id) ?? '', { quota: 40 })
    const { hours, points, labourHours } = draft
    const times = { startAt: moment(begins, '14:00'), endAt: moment(begins, `${14 + hours}:00`), cancelUntil: moment(begins - 1, '14:00') }
    const people = pupils.filter((p, i) => p.isOwn || (i + n) % Math.max(3, Math.floor(pupils.length / SEATS)) === 0).slice(0, SEATS)
    const rows = people.map((p, i) => {
      const state = i % 7 === 5 && !p.isOwn ? ('absent' as const) : ('present' as const)
      const outcome = { state, hours: state === 'present' ? hours : 0, signedAt: state === 'present' ? times.startAt : null, outAt: state === 'present' ? times.endAt : null }
      return { ...enrolment(draft, p, i + 1, 'admitted'), ...(isSettled ? outcome : {}), id: uuidv7(), enrolledAt: moment(begins - 4, '12:30') }
    })
    const window = { enrolFrom: moment(begins - 6, '08:00'), enrolTo: moment(begins - 1, '20:00') }
    const settled = isSettled ? { state: 'settled' as const, settledAt: moment(begins + 1, '09:00') } : {}
    await db.insert(activity, { ...draft, ...times, ...window, ...settled, held: rows.length, arrivals: rows.length })
    await db.insertMany(activityEnrolment, rows, { history: false })
    if (n === 1 && draft.applicantId) await makePhotos(db, draft.id, { userId: draft.applicantId, asker: people.find(p => !p.isOwn) })
    const due = rows.filter(r => isSettled && r.state === 'present')
    await postGrowth(
      db,
      due.map(r => ({
        ...{ studentId: r.studentId, category: draft.category, title: draft.title, hours, points: points ?? 0, labourHours: labourHours ?? 0, bizDate: day(begins) },
        ...{ sourceType: activityEnrolment.name, sourceId: r.id, confirmerId: draft.applicantId },
      })),
    )
  }
}
/** What an activity is worth, and one of the students' union that students enrol in. */
async function ofTheUnion(db: Db, societies: readonly Society[]): Promise<void> {
  const rates = LEVEL_RATES.flatMap(([level, hours, points]) => growthCategory.items.map(({ key: category }) => ({ category, level, hours, points, labourHours: 4 })))
  await db.insertMany(activityRate, rates, { skipExisting: true })
  const [union] = await db.unscoped(studentOrg).all({ type: 'studentUnion', level: 'school', state: 'active' }) // demo data
  const [applicantId, of] = [(await demoAccount(db, 'league'))?.id, societies[0]]
  if (!union || !applicantId || !of) return
  const { id: _, ...draft } = draftOf(21, of, applicantId, { quota: 120, waitlist: 30 })
  const organiser = { organiserType: 'organisation' as const, societyId: null, orgId: union.id, ownerDepartmentId: null, advisorId: union.guideId }
  await db.insert(activity, {
    ...draft,
    ...organiser,
    title: '校园歌手大赛初赛',
    summary: '每人清唱一分钟，取前二十名进复赛。',
    category: 'artsSports',
    level: 'school',
    place: '大学生活动中心',
  })
}
/** A proposal of a society that the demo's teacher advises. */
async function propose(db: Db, led: readonly Society[], heads: ReadonlyMap<string, string>): Promise<void> {
  const guide = (await demoAccount(db, 'teacher'))?.teacherId
  const of = led.find(s => s.advisorId === guide) ?? led[0]
  if (!of) return
  const { id: _, ...draft } = draftOf(20, of, heads.get(of.id) ?? '', { state: 'pending', quota: 60, waitlist: 20 })
  const row = await db.insert(activity, {
    ...{ ...draft, title: '城市定向越野', category: 'artsSports', place: '东湖绿道' },
    summary: '三人一队，按地图找齐八个点，用时最短的队获胜。',
  })
  await submit({ db, me: db.me, lang: 'zh-cn' }, activitySubject, row)
}
