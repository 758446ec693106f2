import sql from 'sql-template-tag'
import { merchantAccount } from '#modules/fee/merchants/model/merchant-account.ts'
import { payDemoLines } from '#modules/fee/server/demo-pay.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueFee } from '../model/fee.ts'
import { leagueMember } from '../model/member.ts'
import { monthAfter, monthOf } from '../model/months.ts'
import { leagueFeePlan } from '../model/plan.ts'
import { type Fee, followLines } from './charges.ts'
import { demoRemittances } from './demo-remittances.ts'
import { passDates } from './jobs.ts'
import { writeFees } from './make-fees.ts'
import { membersOf } from './owed.ts'
import type { Plan } from './plans.ts'

/** Of the running plan, in percent: paid in most branches and, in three, behind. */
const [PAID, BEHIND_PAID, BEHIND] = [82, 40, 3]
const SOME = 60
/** A branch for each class, below the committees of the colleges; a closed half-year, one running at some 78 % with three branches behind, and a remittance whose sums differ. */
export default (async db => {
  if (!(await makeBranches(db))) return
  await makeMembers(db)
  const month = monthOf(day(0))
  const [merchant] = await db.unscoped(merchantAccount).all({ book: 'league' }) // demo data
  if (!merchant) return
  const closed = await makePlan(db, { name: '上半年团费', merchantId: merchant.id, fromMonth: monthAfter(month, -9), dueDate: day(-120), ends: -100, state: 'closed' })
  const running = await makePlan(db, { name: '下半年团费', merchantId: merchant.id, fromMonth: monthAfter(month, -3), dueDate: day(21), ends: 30, state: 'published' })
  const branches = await db.unscoped(leagueBranch).all({ level: 'branch' }, { sort: ['code'] }) // demo data
  const behind = new Set(branches.slice(-BEHIND).map(b => b.id))
  await pay(db, closed, () => 99, -150)
  await pay(db, running, branchId => (behind.has(branchId) ? BEHIND_PAID : PAID), -20)
  await passDates(db)
  await demoRemittances(db, closed)
}) satisfies Demo
/** Committees of the school and of each college with classes, and a branch for each class. */
async function makeBranches(db: Db): Promise<boolean> {
  const tenant = db.me.tenantId
  const [root] = await db.query<{ id: string }>(
    sql`select d.id from department d where d.tenant_id = ${tenant} order by (d.name like '%团委%') desc, (d.parent_id is null) desc, d.sort, d.code limit 1`,
  )
  if (!root) return false
  const { id: schoolId } = await db.insert(leagueBranch, { code: 'T', name: '校团委', level: 'school', departmentId: root.id, founded: '1985-05-04' })
  const colleges = sql`department d where d.tenant_id = ${tenant} and exists (select from stu_class c where c.tenant_id = d.tenant_id and c.department_id = d.id and c.state = 'active')`
  const college = {
    code: sql`'T' || d.code`,
    name: sql`d.name || '团委'`,
    level: 'college',
    departmentId: sql`d.id`,
    parentId: sql`${schoolId}::uuid`,
    founded: '1998-05-04',
  } as const
  await db.insertFrom(leagueBranch, college, colleges, { history: false })
  const classes = sql`stu_class c join league_branch p on p.tenant_id = c.tenant_id and p.level = 'college' and p.department_id = c.department_id where c.tenant_id = ${tenant} and c.state = 'active'`
  const branch = {
    code: sql`'T' || c.class_no`,
    name: sql`c.name || '团支部'`,
    level: 'branch' as const,
    departmentId: sql`c.department_id`,
    classId: sql`c.id`,
    parentId: sql`p.id`,
    founded: sql`c.start_date`,
  }
  return (await db.insertFrom(leagueBranch, branch, classes, { history: false })).length > 0
}
/** Members by what the student records say, and the student people sign in as; each branch has a secretary, that student the own one. */
async function makeMembers(db: Db): Promise<void> {
  const own = (await demoAccount(db, 'student'))?.studentId ?? null
  const from = sql`student s join league_branch b on b.tenant_id = s.tenant_id and b.class_id = s.class_id and b.level = 'branch'
    where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null and (s.political_code in ('01', '02', '03') or s.id = ${own}::uuid)`
  const joined = sql`make_date(extract(year from s.birth_date)::int + 15, 5, 4)`
  const stage = sql`case s.political_code when '01' then 'full' when '02' then 'probationary' else 'none' end`
  const party = sql`case s.political_code when '01' then ${day(-400)}::date when '02' then ${day(-70)}::date end`
  await db.insertFrom(leagueMember, { studentId: sql`s.id`, branchId: sql`b.id`, joinedOn: joined, partyStage: stage, partyFrom: party, inFrom: '高中团委' }, from, {
    history: false,
  })
  const first = sql`(select m.student_id from league_member m where m.tenant_id = t.tenant_id and m.branch_id = t.id order by (m.student_id = ${own}::uuid) desc, m.id limit 1)`
  await db.updateWhere(leagueBranch, sql`t.level = 'branch'`, { secretaryId: first }, { history: false })
}
interface PlanDraft extends Pick<Plan, 'name' | 'merchantId' | 'fromMonth' | 'dueDate'> {
  ends: number
  state: 'closed' | 'published'
}
/** A published plan with its fees, unheard. */
async function makePlan(db: Db, { ends, ...draft }: PlanDraft): Promise<Plan> {
  const [beginTime, endTime] = [moment(ends - 130, '08:00'), moment(ends, '20:00')]
  const plan = await db.insert(leagueFeePlan, {
    ...draft,
    processType: 'leagueFee',
    beginTime,
    endTime,
    audience: { all: true },
    months: 6,
    standards: [],
    publishedAt: beginTime,
    feesState: 'done',
  })
  const members = await membersOf(db, plan)
  const fees: Fee[] = []
  for (let at = 0; at < members.length; at += 1000) fees.push(...(await writeFees(db, plan, members.slice(at, at + 1000))))
  const total = fees.reduce((sum, f) => sum + f.amount, 0)
  return db.update(leagueFeePlan, plan.id, { heads: fees.length, total, audienceCount: members.length })
}
/** Pays a share of each branch's fees, over some weeks; the student people sign in as keeps the own open. */
async function pay(db: Db, plan: Plan, share: (branchId: string) => number, days: number): Promise<void> {
  const own = (await demoAccount(db, 'student'))?.studentId
  const random = randomOf(417)
  const fees = await db.unscoped(leagueFee).all({ planId: plan.id, state: 'due' }, { sort: ['id'], limit: 100_000 }) // demo data
  const paid = fees.filter(f => random.int(0, 99) < share(f.branchId) && f.studentId !== own)
  await payDemoLines(
    db,
    `league-${plan.fromMonth}`,
    day(days),
    paid.map(f => ({ lineId: f.billLineId ?? '', amount: f.amount })),
  )
  const ids = paid.map(f => f.id)
  for (let at = 0; at < ids.length; at += 1000) await followLines(db, ids.slice(at, at + 1000))
  await db.updateMany(
    leagueFee,
    paid.map(({ id }, n) => ({ id, paidAt: moment(days - 1 + (n % SOME) / 4, '12:10') })),
    { bookkeeping: true },
  )
}
