import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { leagueFee } from '../model/fee.ts'
import { leagueMember, leaveLeague } from '../model/member.ts'
import { CLOCK_MESSAGES } from '../model/messages.ts'
import { leagueFeePlan } from '../model/plan.ts'
import { countOwed } from './charges.ts'
import { acting, keepersOf } from './keepers.ts'
import { settingsOf } from './settings.ts'

/** Past their date unpaid fees are overdue, and count as months owed. */
export async function passDates(db: Db, on = today()): Promise<number> {
  const rows = await db.updateWhere(
    leagueFee,
    sql`t.state = 'due' and t.due_date < ${on}::date and t.kind <> 'voluntary'`,
    { state: 'overdue' },
    { history: false, returning: ['memberId'] },
  )
  if (rows.length)
    await countOwed(
      db,
      rows.map(r => r.memberId),
    )
  return rows.length
}
const BEFORE_DAYS = 7
/** A week before a plan's date secretaries of branches that are behind hear of it, once. */
export async function tellBehind(db: Db, on = today()): Promise<number> {
  const { behindPercent } = await settingsOf(db)
  const near = sql`t.state = 'published' and t.fees_state = 'done' and t.due_date between ${on}::date and ${addDays(on, BEFORE_DAYS)}::date and t.behind_told_on is null`
  const plans = await db.updateWhere(leagueFeePlan, near, { behindToldOn: on }, { bookkeeping: true, returning: ['name', 'dueDate'] })
  const behind = await db.query<{
    planId: string
    branchId: string
    branch: string
    unpaid: number
    percent: number
  }>(sql`select f.plan_id as "planId", f.branch_id as "branchId", b.name as branch,
      count(*) filter (where f.state in ('due', 'overdue'))::int as unpaid, (100 * sum(f.paid) / nullif(sum(f.amount), 0))::int as percent
    from league_fee f join league_branch b on b.tenant_id = f.tenant_id and b.id = f.branch_id where f.tenant_id = ${db.me.tenantId} and f.plan_id = any(${plans.map(p => p.id)}::uuid[]) and f.kind = 'plan'
    group by 1, 2, 3 having 100 * sum(f.paid) < ${behindPercent} * sum(f.amount)`)
  const keepers = await keepersOf(
    db,
    behind.map(b => b.branchId),
  )
  const told = behind.map(({ planId, branchId, branch, unpaid, percent }) => {
    const plan = plans.find(p => p.id === planId)
    const values = { plan: plan?.name ?? '', branch, unpaid, percent, dueDate: plan?.dueDate ?? '' }
    return { to: acting(keepers(branchId)), values, bizType: 'leagueBranch', bizId: branchId, link: '/league/mine', mobileLink: '/league/mine' }
  })
  await notifyEach(db, CLOCK_MESSAGES.behind, told)
  return told.length
}
/** Months in a row that members have not paid: the longest run of their overdue fees. */
const runs = (
  db: Db,
) => sql`(select r.member_id, max((extract(year from age(upper(r.span), lower(r.span))) * 12 + extract(month from age(upper(r.span), lower(r.span))))::int) as months
  from (select f.member_id, unnest(range_agg(daterange(f.from_month, (f.to_month + interval '1 month')::date))) as span from league_fee f
    where f.tenant_id = ${db.me.tenantId} and f.state = 'overdue' and f.months > 0 group by 1) r group by 1)`
/** 40-G5: branch and college are warned once of each run, for a talk. Membership stays as it is: nobody leaves by the clock. */
export async function warnRuns(db: Db, on = today()): Promise<number> {
  const { warnMonths } = await settingsOf(db)
  await db.updateWhere(
    leagueMember,
    sql`t.warned_on is not null and not exists (select from ${runs(db)} r where r.member_id = t.id and r.months >= ${warnMonths})`,
    { warnedOn: null },
    { bookkeeping: true },
  )
  const fresh = sql`t.state = 'active' and t.warned_on is null and t.id = r.member_id and r.months >= ${warnMonths}`
  const members = await db.updateWhere(leagueMember, fresh, { warnedOn: on }, { from: sql`${runs(db)} r`, bookkeeping: true, returning: ['studentId', 'branchId'] })
  const [people, keepers] = [
    await studentsOf(
      db,
      members.map(m => m.studentId),
    ),
    await keepersOf(
      db,
      members.map(m => m.branchId),
    ),
  ]
  const told = members.map(({ id, studentId, branchId }) => {
    const { secretary, college } = keepers(branchId)
    const values = { name: people.get(studentId)?.name ?? '', months: warnMonths }
    const link = `/league/members?view=owing&studentId=${studentId}`
    return { to: [...new Set([...secretary, ...college])], values, bizType: 'leagueMember', bizId: id, link, mobileLink: '/league/mine' }
  })
  await notifyEach(db, CLOCK_MESSAGES.sixMonths, told)
  return members.length
}
/** 40-G9: in May whoever keeps the roster is told how many graduate, to be transferred. */
export async function tellGraduates(db: Db, on = today()): Promise<number> {
  const [found] = await db.query<{ n: number }>(sql`select count(*)::int as n from league_member m join student s on s.tenant_id = m.tenant_id and s.id = m.student_id
    where m.tenant_id = ${db.me.tenantId} and m.state = 'active' and s.expected_graduation between ${on}::date and ${`${on.slice(0, 4)}-12-31`}::date`)
  if (!found?.n) return 0
  const link = '/league/health?view=graduates'
  await notifyEach(db, CLOCK_MESSAGES.graduates, [
    { to: await accountsWith(db, leaveLeague.permission), values: { n: found.n }, bizType: 'leagueMember', bizId: db.me.tenantId, link, mobileLink: link },
  ])
  return found.n
}
export default [
  scheduledJob('league.dates', '团费逾期和预警', '20 6 * * *', async db => (await passDates(db)) + (await tellBehind(db)) + (await warnRuns(db)), {
    due: `select from league_member where tenant_id = $1 limit 1`,
  }),
  scheduledJob('league.graduates', '毕业生团组织关系转接', '0 8 1 5 *', db => tellGraduates(db)),
]
