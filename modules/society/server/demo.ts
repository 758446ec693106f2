import { teacher } from '#modules/campus/model/people.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { advisorLog } from '../model/advisor-log.ts'
import { societyFundDraft, societyFundEntry } from '../model/fund.ts'
import { societyMember } from '../model/member.ts'
import { society } from '../model/society.ts'
import { makeFoundings } from './demo-foundings.ts'
import { makeReview } from './demo-reviews.ts'
import { askAboutFund, askKeepers } from './notify.ts'

const KINDS = [
  { category: 'ideology', topics: ['青马学习', '理论宣讲', '红色文化', '时事评论'], purpose: '学理论、讲故事，把书读进生活里。' },
  { category: 'academic', topics: ['数学建模', '机器人', '天文', '英语', '程序设计'], purpose: '一起做题、一起做作品，也一起参加竞赛。' },
  { category: 'innovation', topics: ['创业', '电商实践', '工业设计'], purpose: '把想法做成能用的东西。' },
  { category: 'artsSports', topics: ['吉他', '篮球', '街舞', '书法', '摄影', '羽毛球', '话剧'], purpose: '每周练一次，每学期演一场、赛一场。' },
  { category: 'volunteer', topics: ['爱心', '支教', '环保', '无偿献血宣传'], purpose: '做身边能做到的志愿服务。' },
  { category: 'selfHelp', topics: ['心理互助', '勤工助学', '安全自护'], purpose: '同学帮同学，有事一起想办法。' },
] as const
const DAYS = ['周一', '周二', '周三', '周四', '周五'] as const
const [PROBATION, SUSPENDED] = [6, 2]
const EACH = 78
interface Made {
  id: string
  advisorId: string
  cap: number | null
}
/** Societies of all kinds with heads and members; the student people sign in as heads one, with three who ask to join. */
export default (async (db, { students }) => {
  const [advisors, pupils] = [await db.unscoped(teacher).all({ status: 'active' }, { sort: ['staffNo'] }), await demoPupils(db)] // demo data
  const unit = (await demoAccount(db, 'college'))?.departmentId ?? advisors[0]?.departmentId
  const guide = (await demoAccount(db, 'teacher'))?.teacherId
  if (!advisors.length || !pupils.length || !unit) return
  const random = randomOf(611)
  const count = Math.min(sized(students, 120, 14), advisors.length * 2)
  const made = await makeSocieties(db, count, [...advisors.flatMap(a => (a.id === guide ? [] : a.id))], guide ?? null, unit, random)
  await makeMembers(db, made, pupils, random, Math.min(EACH, Math.floor((pupils.length * 1.2) / count)))
  await makeFunds(db, made, random)
  if (guide) await makeFoundings(db, guide, unit)
  await makeReview(db)
}) satisfies Demo

async function makeSocieties(db: Db, count: number, advisors: readonly string[], guide: string | null, unit: string, random: ReturnType<typeof randomOf>): Promise<Made[]> {
  const names = new Set<string>()
  const drafts = Array.from({ length: count }, (_, n) => {
    const kind = KINDS[n % KINDS.length] ?? KINDS[0]
    const topic = kind.topics[Math.floor(n / KINDS.length) % kind.topics.length] ?? kind.topics[0]
    const plain = `${topic}社`
    const name = names.has(plain) ? `${topic}${n}社` : plain
    names.add(name)
    const state = n >= count - SUSPENDED ? ('suspended' as const) : n >= count - SUSPENDED - PROBATION ? ('probation' as const) : ('active' as const)
    return {
      ...{ id: uuidv7(), code: `ST${String(n + 1).padStart(3, '0')}`, name, category: kind.category, level: 'school' as const, guidanceUnitId: unit, purpose: kind.purpose },
      ...{ advisorId: n === 0 && guide ? guide : (advisors[n % advisors.length] ?? guide ?? ''), meets: `${DAYS[n % DAYS.length]} 19:00，大学生活动中心 ${201 + (n % 12)}` },
      ...{ joinWay: n % 3 ? ('review' as const) : ('open' as const), memberCap: n % 4 ? 120 : null, star: state === 'active' ? random.int(0, 5) : 0 },
      ...{ foundedOn: day(state === 'probation' ? -random.int(30, 200) : -random.int(800, 4000)), state },
      ...(state === 'suspended' ? { stateNote: '未按时提交年审材料', resumesAs: 'active' as const } : {}),
    }
  })
  await db.insertMany(society, drafts, { history: false })
  return drafts.map(({ id, advisorId, memberCap }) => ({ id, advisorId, cap: memberCap }))
}
async function makeMembers(db: Db, made: readonly Made[], pupils: Awaited<ReturnType<typeof demoPupils>>, random: ReturnType<typeof randomOf>, each: number): Promise<void> {
  const own = pupils.find(p => p.isOwn)
  const others = pupils.filter(p => !p.isOwn)
  const held = new Map<string, number>()
  const heads = new Set<string>()
  const drafts = made.flatMap(({ id: societyId, cap }, n) => {
    const wanted = Math.min(cap ?? each, each)
    const at = Math.floor((n * others.length) / made.length)
    const chosen = [...(n === 0 && own ? [own] : []), ...Array.from({ length: wanted }, (_, i) => others[(at + i) % others.length])].flatMap(p =>
      p && (held.get(p.id) ?? 0) < 2 ? [p] : [],
    )
    const unique = [...new Map(chosen.map(p => [p.id, p])).values()]
    const head = unique.find(p => !heads.has(p.id))
    if (head) heads.add(head.id)
    return unique.map((p, i) => {
      held.set(p.id, (held.get(p.id) ?? 0) + 1)
      const role = p === head ? ('head' as const) : i === 1 ? ('deputy' as const) : i === 2 ? ('treasurer' as const) : i < 6 ? ('officer' as const) : ('member' as const)
      const joinedOn = day(-random.int(20, 500))
      return { societyId, studentId: p.id, role, joinedOn, postFrom: role === 'head' ? day(-random.int(20, 300)) : null, state: 'active' as const }
    })
  })
  await db.insertMany(societyMember, drafts, { history: false })
  const [first] = made
  const asking = others.filter(p => p.hasAccount && (held.get(p.id) ?? 0) < 2 && !drafts.some(d => d.societyId === first?.id && d.studentId === p.id)).slice(0, 3)
  const waits = asking.map(({ id: studentId }, n) => ({
    ...{ societyId: first?.id ?? '', studentId, state: 'asked' as const, note: '想认识更多爱好相同的同学', askedAt: moment(-1 - n, '12:20'), answerBy: moment(6 - n, '12:20') },
  }))
  await db.insertMany(societyMember, waits, { history: false })
  if (!first) return
  const of = await db.unscoped(society).one(first.id) // the demo's own
  for (const row of await db.unscoped(societyMember).all({ societyId: first.id, state: 'asked' })) await askKeepers(db, row, of) // as above
}
const SPENT = ['活动海报印制', '比赛奖品', '场地布置', '排练服装', '矿泉水和茶歇'] as const
/** Money that came in and went out, hours of advisors; the first society has an expense that waits for its head. */
async function makeFunds(db: Db, made: readonly Made[], random: ReturnType<typeof randomOf>): Promise<void> {
  const [officer, student] = [await demoAccount(db, 'league'), await demoAccount(db, 'student')]
  const entries = made.flatMap(({ id }, n) => {
    const parts = [
      { kind: 'allocation' as const, amount: 2000_00, about: '年度拨款', at: -random.int(60, 150) },
      ...(n % 3 ? [] : [{ kind: 'sponsorship' as const, amount: random.int(3, 12) * 100_00, about: '校友企业赞助', at: -random.int(20, 59) }]),
      ...Array.from({ length: random.int(1, 4) }, () => ({ kind: 'expense' as const, amount: -random.int(60, 450) * 100, about: random.pick(SPENT), at: -random.int(1, 19) })),
    ]
    return parts.map(({ at, ...own }, seq) => ({ accountId: id, ...own, sourceType: 'society', sourceId: id, sourceSeq: seq + 1, makerId: officer?.id ?? null, bizDate: day(at) }))
  })
  await db.insertMany(societyFundEntry, entries, { history: false })
  const sums = Map.groupBy(entries, e => e.accountId)
  await db.updateMany(
    society,
    [...sums].map(([id, of]) => ({ id, balance: of.reduce((sum, e) => sum + e.amount, 0) })),
    { bookkeeping: true },
  )
  const logs = made.flatMap(({ id: societyId, advisorId: teacherId }, n) =>
    [3, 10, 24].slice(n % 3).map(ago => ({ societyId, teacherId, date: day(-ago), hours: random.int(1, 3), content: '参加社团活动，讨论本月计划' })),
  )
  await db.insertMany(advisorLog, logs, { history: false })
  const [first] = made
  if (!first || !officer || !student) return
  const asks = {
    societyId: first.id,
    kind: 'sponsorship' as const,
    amount: 300_00,
    about: '书店赞助讲座用书',
    happenedOn: day(-1),
    vouchers: [],
    makerId: officer.id,
    state: 'asked' as const,
  }
  const row = await db.insert(societyFundDraft, asks)
  await askAboutFund(db, row, 'check', [student.id])
}
