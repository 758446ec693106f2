import sql from 'sql-template-tag'
import { major } from '#modules/campus/model/organisation.ts'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { postEntries } from '#server/ledger/post.ts'
import { alumnus } from '../model/alumnus.ts'
import { alumniClaim } from '../model/claim.ts'
import { ANONYMOUS, donation, donationLedger } from '../model/donation.ts'
import { donationProject } from '../model/donation-project.ts'
import { askOffice } from './claim-account.ts'
import { followStudents } from './follow.ts'

const EMPLOYERS = [
  ['中国移动通信集团', 'software', '网络工程师'],
  ['中国建筑第三工程局', 'construction', '项目经理'],
  ['国家电网', 'energy', '运维主管'],
  ['武汉市第一小学', 'education', '教师'],
  ['长江存储科技', 'manufacture', '工艺工程师'],
  ['招商银行', 'finance', '客户经理'],
  ['顺丰速运', 'transport', '区域经理'],
  ['市人民医院', 'health', '信息科科员'],
  ['自主创业', 'business', '负责人'],
] as const
const REGIONS = ['110000', '310000', '420100', '440100', '440300', '330100', '320100', '500000'] as const
const OLD_YEARS = 20
interface Plan {
  title: string
  purpose: string
  goal: number
  from: number
  to: number
  gifts: number
  state: 'open' | 'closed' | 'draft'
  used: ReadonlyArray<readonly [days: number, share: number, use: string]>
}
const PROJECTS: readonly Plan[] = [
  {
    ...{ title: '青蓝励学金', purpose: 'scholarship', goal: 600_000_00, from: -300, to: 200, gifts: 620, state: 'open' },
    used: [[-60, 0.5, '发放本学年励学金']],
  },
  { ...{ title: '图书馆研讨间', purpose: 'building', goal: 500_000_00, from: -200, to: 160, gifts: 480, state: 'open' }, used: [[-20, 0.3, '第一批桌椅和隔音材料']] },
  { ...{ title: '智慧实训室', purpose: 'teaching', goal: 800_000_00, from: -120, to: 240, gifts: 300, state: 'open' }, used: [] },
  { ...{ title: '运动场灯光', purpose: 'building', goal: 200_000_00, from: -700, to: -340, gifts: 320, state: 'closed' }, used: [[-330, 1, '灯具采购和安装']] },
  { ...{ title: '暴雨应急帮扶', purpose: 'disaster', goal: 100_000_00, from: -500, to: -440, gifts: 180, state: 'closed' }, used: [[-430, 0.9, '发放受灾学生补助']] },
  { ...{ title: '校史馆', purpose: 'activity', goal: 300_000_00, from: 30, to: 400, gifts: 0, state: 'draft' }, used: [] },
]
/** Graduates of the school and of twenty years before it, a third of whom may be contacted; projects with gifts, a third of them anonymous, and what the money was used for. */
export const demoRecords = (async (db, { students }) => {
  const ended = await db.query<{ id: string }>(
    sql`select id from student where tenant_id = ${db.me.tenantId} and status in ('graduated', 'completed') and student_no is not null and deleted_at is null`,
  )
  await followStudents(
    db,
    ended.map(e => e.id),
  )
  await addOld(db, sized(students, 70_000, 400))
  const people = await db.query<{ id: string; name: string }>(sql`select id, name from alumnus where tenant_id = ${db.me.tenantId} order by code limit 4000`)
  if (!people.length) return
  await addClaims(db)
  if (!(await db.unscoped(chargeItem).find({ code: 'donation' }))) await db.insert(chargeItem, DONATION) // demo data
  await addGifts(db, people, sized(students, 1, 0.08))
}) satisfies Demo
const DONATION = {
  code: 'donation',
  name: '校友捐赠',
  nature: 'agency',
  period: 'once',
  optional: true,
  partial: false,
  receiptKind: 'internal',
  refundRule: 'full',
  priority: 95,
} as const

async function addOld(db: Db, count: number): Promise<void> {
  const random = randomOf(306)
  const regions = (await db.query<{ code: string }>(sql`select code from canton where tenant_id = ${db.me.tenantId} and code = any(${[...REGIONS]}::text[])`)).map(r => r.code)
  const majors = await db.unscoped(major).all({}, { sort: ['code'], limit: 60 }) // demo data
  const first = Number(day(0).slice(0, 4)) - 4 - OLD_YEARS
  const make = peopleMaker(307, ['420102', '420103', '420106', '430102', '410102'])
  const drafts = Array.from({ length: count }, (_, n) => {
    const leaveYear = first + Math.floor((n / count) * OLD_YEARS)
    const who = make({ born: [`${leaveYear - 23}-01-01`, `${leaveYear - 21}-12-31`] })
    const of = majors[n % Math.max(1, majors.length)]
    const [employer, industry, position] = random.pick(EMPLOYERS)
    const isKnown = random.chance(0.13)
    const consents = random.chance(0.3)
    return {
      ...{
        code: `XY${leaveYear}${String(n).padStart(6, '0')}`,
        name: who.name,
        leaveYear,
        departmentId: of?.departmentId ?? null,
        majorName: of?.name ?? null,
        source: 'import' as const,
      },
      ...{ className: of ? `${of.name.slice(0, 4)}${String(leaveYear).slice(2)}0${1 + (n % 2)}` : null, canton: regions.length ? random.pick(regions) : null },
      ...(isKnown ? { employer, industry, position } : {}),
      ...{ contactConsent: consents, phone: consents ? who.phone : null, lastConfirmed: consents ? day(-random.int(1, 700)) : null },
      visible: consents ? random.pick(['classmates', 'alumni', 'none'] as const) : ('none' as const),
    }
  })
  await db.insertMany(alumnus, drafts, { history: false })
  // the alumnus people sign in as finds classmates
  const [own] = await db.query<{ classId: string | null }>(sql`select y.class_id as "classId" from alumnus_study y
    where y.tenant_id = ${db.me.tenantId} and y.student_id = ${(await demoAccount(db, 'alumnus'))?.studentId ?? null}::uuid`)
  const classmates = sql`y.tenant_id = t.tenant_id and y.alumnus_id = t.id and y.class_id = ${own?.classId ?? null}::uuid and y.student_id is distinct from ${(await demoAccount(db, 'alumnus'))?.studentId ?? null}::uuid`
  await db.updateWhere(
    alumnus,
    classmates,
    { visible: 'classmates', contactConsent: true, employer: '中国移动通信集团', industry: 'software', position: '工程师', lastConfirmed: day(-40) },
    { from: sql`alumnus_study y`, history: false },
  )
}
/** Three claims for the office: classmates who do not agree, a year that is one too late, and somebody of whom nothing is on file. */
async function addClaims(db: Db): Promise<void> {
  const old = await db.query<{
    name: string
    leaveYear: number | null
    majorName: string | null
    className: string | null
  }>(sql`select name, leave_year as "leaveYear", major_name as "majorName", class_name as "className"
    from alumnus where tenant_id = ${db.me.tenantId} and source = 'import' and major_name is not null and leave_year is not null order by code limit 2`)
  const [first, second] = old.flatMap(({ leaveYear, majorName, ...row }) => (leaveYear && majorName ? [{ ...row, leaveYear, majorName }] : []))
  if (!first || !second) return
  const claims = [
    { ...first, firstMate: '王建军', secondMate: '李红梅', mobile: '13607110301', note: '当年住三号楼，班主任姓陈' },
    { ...second, leaveYear: second.leaveYear + 1, firstMate: '刘志强', secondMate: '张丽华', mobile: '13607110302' },
    {
      name: '钱学勤',
      leaveYear: first.leaveYear,
      majorName: first.majorName,
      className: null,
      firstMate: first.name,
      secondMate: '孙卫东',
      mobile: '13607110303',
      note: '毕业证上的名字是钱勤',
    },
  ].map((claim, n) => ({ ...claim, id: uuidv7(), createdAt: moment(-n - 1, '09:30') }))
  await db.insertMany(alumniClaim, claims, { history: false })
  for (const { id } of claims) await askOffice(db, await db.unscoped(alumniClaim).one(id)) // demo data
}
async function addGifts(db: Db, people: ReadonlyArray<{ id: string; name: string }>, share: number): Promise<void> {
  const random = randomOf(308)
  for (const { gifts, used, from, to, ...plan } of PROJECTS) {
    const project = { id: uuidv7(), ...plan, text: `<p>${plan.title}：一人一点，帮到需要的同学。收到和使用的每一笔都在这里公布。</p>`, from: day(from), to: day(to) }
    await db.insertMany(donationProject, [project], { history: false })
    const count = gifts ? Math.max(8, Math.round(gifts * share)) : 0
    const last = Math.min(-1, to)
    const days = Array.from({ length: count }, () => day(random.int(from, last))).sort()
    const numbers = await serialNosOn(db, 'JZ', 'donation_no_seq', days)
    const rows = days.map((on, n) => {
      const [who, isAnonymous, isOrganisation] = [random.pick(people), random.chance(0.3), n % 40 === 7]
      const donorName = isOrganisation ? '江城校友企业联合会' : who.name
      return {
        ...{ id: uuidv7(), no: numbers[n] ?? '', projectId: project.id, donorName, shownName: isAnonymous ? ANONYMOUS : donorName, isAnonymous, isOrganisation },
        ...{ alumnusId: isOrganisation ? null : who.id, kind: 'money' as const, paidBy: isOrganisation ? ('bank' as const) : ('online' as const) },
        ...{ amount: isOrganisation ? 50_000_00 : random.pick([50_00, 100_00, 200_00, 500_00, 1000_00, 2000_00]), state: 'received' as const, receivedOn: on },
        ...{ receiptNo: n % 5 ? `捐${on.replaceAll('-', '')}${String(n).padStart(4, '0')}` : null, message: random.chance(0.3) ? '愿母校越来越好' : null },
      }
    })
    await db.insertMany(donation, rows, { history: false })
    const sum = rows.reduce((total, r) => total + r.amount, 0)
    await postEntries(db, donationLedger, [
      ...rows.map(r => ({
        accountId: project.id,
        kind: 'money' as const,
        amount: r.amount,
        sourceType: 'donation',
        sourceId: r.id,
        sourceSeq: 1,
        own: { on: r.receivedOn, donationId: r.id },
      })),
      ...used.map(([at, part, use], n) => ({
        ...{ accountId: project.id, kind: 'use' as const, amount: Math.floor(sum * part), sourceType: 'demoUse', sourceId: project.id, sourceSeq: n + 1, reason: use },
        own: { on: day(at), donationId: null },
      })),
    ])
  }
}
