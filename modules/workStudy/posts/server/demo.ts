import { department } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { type DemoPupil, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, inHours, moment } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { postApplication } from '../model/application.ts'
import { engagement } from '../model/engagement.ts'
import { freeSpans } from '../model/fit.ts'
import { postSubject } from '../model/flow.ts'
import { postInterview } from '../model/interview.ts'
import { workPost } from '../model/post.ts'
import { employUnit } from '../model/unit.ts'
import { applicationTodos } from './about.ts'
import type { Engaged } from './engagements.ts'

const UNITS = ['图书馆', '校史馆', '实验中心', '学生处办公室', '教务处', '招生就业处', '后勤处食堂', '体育馆', '信息中心', '档案馆', '心理健康中心', '团委'] as const
const OUTSIDE = ['校门口书店', '街角咖啡', '社区服务中心', '少儿图书馆'] as const
const POSTS = [
  { title: '图书整理', duties: '图书上架、整架和巡视', place: '图书馆二楼', requires: '细心，有耐心' },
  { title: '前台值班', duties: '接待来访，登记电话', place: '办公楼一楼', requires: '普通话流利' },
  { title: '实验准备', duties: '实验前准备器材，实验后整理', place: '实验楼 305', requires: '电子类专业优先', hazard: 'lab', safetyNote: '进实验室先培训，穿实验服，不单独操作' },
  { title: '机房值守', duties: '开关机房，登记使用', place: '信息楼 201', requires: '会处理常见故障' },
  { title: '场馆维护', duties: '器材借还，场地整理', place: '体育馆', requires: '能在晚上上岗', hazard: 'night', safetyNote: '晚上两人一组，22 点前离开' },
  { title: '资料录入', duties: '录入和核对资料', place: '行政楼 410', requires: '打字熟练' },
] as const
const SLOTS = [
  [{ days: [1, 3], from: '16:00', to: '18:00' }],
  [{ days: [2, 4], from: '18:30', to: '20:30' }],
  [{ days: [6], from: '09:00', to: '12:00' }],
  [{ days: [5], from: '14:00', to: '17:00' }],
] as const
const RATES = [12_00, 13_00, 15_00, 18_00] as const
interface Sizes {
  units: number
  posts: number
  onDuty: number
}
type Post = { id: string; unitId: string; headcount: number }

async function makeUnits(db: Db, count: number): Promise<string[]> {
  const employer = await demoAccount(db, 'employer')
  const departments = [...(await db.cached(department)).values()]
  const fundId = (await db.unscoped(fundAccount).find({ code: 'QG' }))?.id ?? null // demo data
  const inside = Array.from({ length: count - OUTSIDE.length }, (_, n) => {
    const name = UNITS[n] ?? `${departments[n % departments.length]?.name ?? '学院'}办公室${n}`
    return {
      name,
      kind: 'internal' as const,
      departmentId: departments[n % departments.length]?.id ?? null,
      contact: '王老师',
      phone: `1380000${String(1000 + n)}`,
      budgetFundId: fundId,
    }
  })
  const outside = OUTSIDE.map((name, n) => ({
    name,
    kind: 'external' as const,
    licenceNo: `9111000000000000${10 + n}`,
    contact: '李店长',
    phone: `1390000${String(2000 + n)}`,
    budgetFundId: fundId,
  }))
  const drafts = [...inside, ...outside].map((u, n) => ({ ...u, state: 'approved' as const, userIds: n === 0 && employer ? [employer.id] : [] }))
  await db.insertMany(employUnit, drafts, { history: false })
  const made = await db.unscoped(employUnit).all({ name: drafts.map(d => d.name) }) // just written
  return drafts.flatMap(d => made.find(u => u.name === d.name)?.id ?? [])
}
async function makePosts(db: Db, units: readonly string[], { posts: count, onDuty }: Sizes): Promise<Post[]> {
  const random = randomOf(4051)
  const campuses = [...(await db.cached(campus)).values()]
  const maker = (await demoAccount(db, 'employer')) ?? (await demoAccount(db, 'officer'))
  const headcount = Math.ceil(onDuty / count) + 3
  const drafts = Array.from({ length: count }, (_, n) => {
    const {
      hazard = 'ordinary',
      safetyNote = null,
      ...what
    }: { hazard?: 'lab' | 'night' | 'ordinary'; safetyNote?: string | null } & (typeof POSTS)[number] = POSTS[n % POSTS.length] ?? POSTS[0]
    const times = { applyFrom: moment(-120 - (n % 9), '08:00'), applyTo: moment(10 + (n % 20), '18:00'), workFrom: day(-130), workTo: day(120) }
    const pay = n % 7 === 6 ? { payMode: 'monthly' as const, rate: 640_00 } : { payMode: 'hourly' as const, rate: random.pick(RATES) }
    // the first unit, whose account is shown, has more posts than others
    const unitId = units[n % 6 === 0 ? 0 : n % units.length] ?? ''
    return {
      ...{
        ...what,
        hazard,
        safetyNote,
        ...times,
        ...pay,
        unitId,
        headcount,
        schedule: SLOTS[n % SLOTS.length] ?? SLOTS[0],
        hoursPerWeek: 4,
        postType: n % 5 === 4 ? ('temporary' as const) : ('fixed' as const),
      },
      ...{
        campusId: campuses[n % campuses.length]?.id ?? '',
        difficultyFirst: n % 3 !== 0,
        openedAt: moment(-1 - (n % 100), '09:00'),
        state: 'open' as const,
        makerId: maker?.id ?? null,
      },
    }
  })
  await db.insertMany(workPost, drafts, { history: false })
  return db.unscoped(workPost).all({ unitId: units }, { sort: ['id'] }) // just written
}
/** Two that wait for the office, and one that its unit is still writing. */
async function makeWaiting(db: Db, unitId: string): Promise<void> {
  const maker = await demoAccount(db, 'employer')
  const [campusOf] = [...(await db.cached(campus)).values()]
  for (const [n, title] of ['寒假值班', '数据标注', '迎新志愿岗'].entries()) {
    const row = await db.insert(workPost, {
      ...{ unitId, title, duties: '按排班上岗', headcount: 6, place: '图书馆', campusId: campusOf?.id ?? '', schedule: SLOTS[0], hoursPerWeek: 6, payMode: 'hourly', rate: 15_00 },
      ...{ applyFrom: moment(0, '08:00'), applyTo: moment(30, '18:00'), workFrom: day(10), workTo: day(150), state: n < 2 ? 'pending' : 'draft', makerId: maker?.id ?? null },
    })
    if (n < 2 && maker) await submit({ db, me: db.me, lang: 'zh-cn' }, postSubject, row)
  }
}
type Draft = { pupil: DemoPupil; post: Post }
async function applied(db: Db, drafts: readonly Draft[], state: 'accepted' | 'pending' | 'interview' | 'offered' | 'rejected', more: object = {}): Promise<void> {
  const freeSlots = freeSpans([{ day: 2, from: '08:00', to: '12:00' }])
  const rows = drafts.map(({ pupil: { id: studentId, departmentId, classId }, post: { id: postId, unitId } }) => ({
    ...{ studentId, departmentId, classId, postId, unitId, freeSlots, skills: '认真细致，会用表格', statement: '家里希望我自立，愿意长期做', state },
    ...more,
  }))
  await db.insertMany(postApplication, rows, { history: false })
}
/** Applicants of the first unit in every state; the student people sign in as has an offer to answer. */
async function makeApplicants(db: Db, posts: readonly Post[], pupils: readonly DemoPupil[]): Promise<void> {
  const [first, second] = posts
  if (!first || !second) return
  const own = pupils.filter(p => p.isOwn)
  const others = pupils.filter(p => !p.isOwn)
  const to = (from: number, count: number): Draft[] => others.slice(from, from + count).map(pupil => ({ pupil, post: first }))
  await applied(db, to(0, 6), 'pending')
  await applied(db, to(6, 2), 'pending', { fdyFit: 'fit', fdyOpinion: '学业稳定，能安排好时间' })
  const at = await db.insert(postInterview, { postId: first.id, unitId: first.unitId, slot: inHours(50), place: '图书馆 301', seats: 8 })
  await applied(db, to(8, 3), 'interview', { interviewId: at.id, result: 86, resultNote: '表达清楚' })
  await applied(db, to(11, 2), 'rejected', { note: '时段不合适' })
  await applied(
    db,
    own.map(pupil => ({ pupil, post: second })),
    'offered',
    { offeredAt: inHours(-5), offerUntil: inHours(43) },
  )
  const offered = await db.unscoped(postApplication).all({ state: 'offered' }) // demo data
  const account = await demoAccount(db, 'student')
  for (const row of offered) if (account) await applicationTodos.open(db, 'answer', [{ row, to: [account.id], more: { until: row.offerUntil ?? '' } }])
}
/** Units, posts, and who is on them; returns the engagements. */
export async function demoPosts(db: Db, sizes: Sizes): Promise<Engaged[]> {
  const pupils = (await demoPupils(db)).toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(b.isNear) - Number(a.isNear))
  const units = await makeUnits(db, sizes.units)
  const posts = await makePosts(db, units, sizes)
  if (!posts.length || !units[0]) return []
  await makeWaiting(db, units[0])
  const own = posts.filter(p => p.unitId === units[0])
  const working = pupils.filter(p => p.hasAccount || !p.isOwn).slice(0, sizes.onDuty)
  // the first go to the unit whose account is shown
  const drafts = working.map((pupil, n): Draft => ({ pupil, post: (n < 12 ? own[n % Math.max(1, own.length)] : posts[n % posts.length]) ?? (posts[0] as Post) }))
  await applied(db, drafts, 'accepted')
  const rows = await db.unscoped(postApplication).all({ state: 'accepted' }, { sort: ['id'] }) // just written
  await db.insertMany(
    engagement,
    rows.map(({ id, postId, unitId, studentId }) => ({ applicationId: id, postId, unitId, studentId, from: day(-125), to: day(120), agreementSignedAt: moment(-125, '09:00') })),
    { history: false },
  )
  const taken = Map.groupBy(rows, r => r.postId)
  const left = own.filter(p => (taken.get(p.id)?.length ?? 0) < p.headcount - 1)
  await makeApplicants(
    db,
    [...left, ...own],
    pupils.filter(p => p.isOwn || !working.includes(p)),
  )
  const offers = await db.unscoped(postApplication).all({ state: 'offered' }) // just written
  const filled = posts.map(p => ({
    id: p.id,
    headcount: p.headcount,
    filled: Math.min(p.headcount, (taken.get(p.id)?.length ?? 0) + offers.filter(o => o.postId === p.id).length),
  }))
  await db.updateMany(
    workPost,
    filled.map(({ id, headcount, filled: n }) => ({ id, filled: n, state: n >= headcount ? ('full' as const) : ('open' as const) })),
    { history: false },
  )
  return db.unscoped(engagement).all({ state: 'active' }, { sort: ['id'] }) // just written
}
