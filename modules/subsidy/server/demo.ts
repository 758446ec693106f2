import sql from 'sql-template-tag'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { reserveGrants } from '#modules/money/server/api.ts'
import { closedList, demoBudget } from '#modules/money/server/demo-budget.ts'
import { counselledClasses, demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyBatch } from '../model/batch.ts'
import { subsidySubject } from '../model/flow.ts'
import { subsidyGrant } from '../model/grant.ts'
import { subsidyItem } from '../model/item.ts'
import { makeGrants, planIn } from './grants.ts'
import { itemOf } from './items.ts'

type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]
/** So many of at most 1,200 yuan each leave the fund nearly spent. */
const BORNE = 21
const WHOLE = { grants: 2600, urgent: 80, least: 12 } as const
const STORIES = ['父亲住院手术，自付部分家里拿不出', '家里房屋因暴雨受损，需要临时安置', '母亲突发重病，家中没有收入', '骑车摔伤骨折，医药费还差一部分'] as const
const CAUSES = ['illness', 'disaster', 'illness', 'accident'] as const
const TIERS = [
  { level: 'special', amount: 4800_00 },
  { level: 'hard', amount: 3700_00 },
  { level: 'general', amount: 2600_00 },
]
const ITEMS = [
  { code: 'national', name: '国家助学金', mode: 'apply', effect: 'payout', frequency: 'monthly', months: 10, figure: 'nationalGrant', tiers: TIERS, fund: 'GJ' },
  { code: 'urgent', name: '临时困难补助', mode: 'standing', effect: 'payout', urgent: true, maxPerYear: 3, fund: 'LS' },
  {
    code: 'winter',
    name: '冬季御寒补助',
    mode: 'list',
    effect: 'payout',
    tiers: [
      { level: 'special', amount: 300_00 },
      { level: 'hard', amount: 200_00 },
    ],
    fund: 'LS',
  },
  {
    code: 'job',
    name: '求职补贴',
    mode: 'standing',
    effect: 'payout',
    tiers: [
      { level: 'special', amount: 1500_00 },
      { level: 'hard', amount: 1500_00 },
    ],
    fund: 'QZ',
  },
  { code: 'tuition', name: '学费减免', mode: 'standing', effect: 'reduceFee', fund: null },
] as const

/** Items and funds, two of them nearly spent; a national grant in three tiers that is being paid; requests for help that wait and that were met. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  const pupils = await demoPupils(db)
  if (!officer || !pupils.length) return
  const ids = await itemsIn(db)
  const xn = await schoolYearOn(db)
  await nationalGrant(db, { itemId: ids.get('national') ?? '', xn, officer: officer.id, most: sized(students, WHOLE.grants, WHOLE.least) })
  await helpAtOnce(db, { itemId: ids.get('urgent') ?? '', xn, pupils, most: sized(students, WHOLE.urgent, 8) })
}) satisfies Demo

async function itemsIn(db: Db): Promise<Map<string, string>> {
  const funds = new Map((await db.unscoped(fundAccount).all({ code: 'GJ' })).map(f => [f.code, f.id])) // demo data
  for (const [code, name, budget] of [
    ['LS', '临时困难补助', 26_000_00],
    ['QZ', '求职补贴', 30_000_00],
  ] as const) {
    const { id } = await db.insert(fundAccount, { code, name, sourceKind: 'school', year: Number(day(0).slice(0, 4)) })
    await demoBudget(db, id, code, budget)
    funds.set(code, id)
  }
  const tuition = await db.unscoped(chargeItem).find({ code: 'tuition' }) // demo data
  const rows = ITEMS.map(({ fund, ...item }) => ({
    ...item,
    fundId: fund ? (funds.get(fund) ?? null) : null,
    ...(item.effect === 'reduceFee' ? { chargeItemId: tuition?.id ?? null } : {}),
  }))
  await db.insertMany(subsidyItem, rows as never, { history: false })
  return new Map((await db.unscoped(subsidyItem).all({})).map(i => [i.code, i.id])) // demo data
}
interface Granting {
  itemId: string
  xn: string
  officer: string
  most: number
}
/** The round of the year, granted; a month of it still waits for its list. */
async function nationalGrant(db: Db, { itemId, xn, officer, most }: Granting): Promise<void> {
  const item = await itemOf(db, itemId)
  const active = sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null`
  const found = await db.query<{
    studentId: string
    departmentId: string | null
    classId: string | null
    level: string
  }>(sql`select s.id as "studentId", s.department_id as "departmentId", s.class_id as "classId", l.level
    from (${levelsOn(db, active, day(0))}) l join student s on s.tenant_id = ${db.me.tenantId} and s.id = l.id order by s.class_id in ${counselledClasses(db)} desc, s.student_no limit ${most}`)
  const window = { beginTime: moment(-60, '08:00'), endTime: moment(-40, '20:00'), publishedAt: moment(-60, '08:00') }
  const publisher = { userId: officer, departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] }
  const batch = await db.insert(subsidyBatch, {
    ...{
      processType: 'subsidyBatch',
      name: `${xn} 国家助学金`,
      xn,
      audience: { roles: ['student'] },
      state: 'closed',
      atEnd: 'stay',
      itemId,
      factsAsOf: day(-40),
      stage: 'granted',
    },
    ...{ ...window, publisher, noticeLevel: 'school', noticeColumns: ['name', 'studentNo', 'college', 'className', 'item', 'level'] },
  } as never)
  const amountOf = (level: string) => TIERS.find(t => t.level === level)?.amount ?? 2600_00
  const people = found.map(p => ({ ...p, amount: amountOf(p.level) }))
  const made = await makeGrants(db, { item, xn, batchId: batch.id, fundId: item.fundId, cause: batch.id }, people)
  const fundId = item.fundId ?? ''
  if (fundId)
    await reserveGrants(
      db,
      made.map(g => ({ fundId, sourceType: 'subsidyGrant', sourceId: g.id, studentId: g.studentId, amount: g.amount })),
    )
  const past = new Set(made.flatMap(g => planIn(g).flatMap(p => (p.month && p.month < day(0).slice(0, 7) ? [p.month] : []))))
  for (const month of [...past].sort()) {
    const due = made.flatMap(g => planIn(g).flatMap(p => (p.month === month ? [{ grantId: g.id, studentId: g.studentId, amount: p.amount, what: `${item.name} ${month}` }] : [])))
    await closedList(db, { source: 'subsidy', title: item.name, sourceBatchId: batch.id, fundId, month, bizDate: `${month}-20` }, due)
  }
  await db.query(sql`update subsidy_grant g set paid = l.paid from (select grant_id, sum(amount) as paid from payout_line where tenant_id = ${db.me.tenantId} and state = 'paid' group by 1) l
    where g.tenant_id = ${db.me.tenantId} and g.id::text = l.grant_id`)
  const [paused] = made
  if (paused) await db.update(subsidyGrant, paused.id, { state: 'suspended', suspendedFrom: day(20).slice(0, 7), reason: '休学' })
}
interface Helping {
  itemId: string
  xn: string
  pupils: readonly Pupil[]
  most: number
}
/** Requests for help at once: those of the demo's counsellor wait, the others were met. */
async function helpAtOnce(db: Db, { itemId, xn, pupils, most }: Helping): Promise<void> {
  const random = randomOf(307)
  const chosen = [...pupils.filter(p => p.isNear && p.hasAccount && !p.isOwn).slice(-3), ...pupils.filter(p => !p.isNear && p.hasAccount).slice(0, most)]
  const item = await itemOf(db, itemId)
  const draft = (p: Pupil, n: number) => ({
    ...{
      studentId: p.id,
      departmentId: p.departmentId,
      classId: p.classId,
      itemId,
      xn,
      effect: 'payout' as const,
      cause: CAUSES[n % CAUSES.length] ?? 'other',
      happenedOn: day(-3 - (n % 20)),
    },
    ...{ amountAsked: random.int(5, 12) * 100_00, text: STORIES[n % STORIES.length] ?? STORIES[0] },
  })
  const waiting = chosen.filter(p => p.isNear)
  const met = chosen
    .filter(p => !p.isNear)
    .map((p, n) => draft(p, n))
    .map(d => ({ ...d, amountApproved: d.amountAsked, state: 'approved' as const, decidedAt: moment(-2, '15:00'), reserved: d.amountAsked, claims: 1 }))
  await db.insertMany(subsidyApplication, met, { history: false })
  const rows = await db.unscoped(subsidyApplication).all({ itemId, state: 'approved' }, { sort: ['id'] }) // demo data
  const fundId = item.fundId ?? ''
  const claims = rows.map(r => ({ fundId, sourceType: 'subsidyApplication', sourceId: r.id, studentId: r.studentId, amount: r.amountApproved ?? 0 }))
  // as many as the fund bears
  const borne = claims.slice(0, BORNE)
  await reserveGrants(db, borne)
  for (const r of rows.filter(row => borne.some(c => c.sourceId === row.id))) {
    const of = { item, xn, fundId: item.fundId, cause: r.id }
    await makeGrants(db, of, [{ studentId: r.studentId, departmentId: r.departmentId, classId: r.classId, level: null, amount: r.amountApproved ?? 0, applicationId: r.id }])
  }
  await db.updateWhere(subsidyApplication, { id: rows.filter(r => !borne.some(c => c.sourceId === r.id)).map(r => r.id) }, { state: 'rejected', reserved: 0 })
  for (const [n, p] of waiting.entries()) {
    const row = await db.insert(subsidyApplication, { ...draft(p, n), amountApproved: 800_00, dueAt: moment(2, '18:00') })
    await submit({ db, me: db.me, lang: 'zh-cn' }, subsidySubject, row)
  }
}
