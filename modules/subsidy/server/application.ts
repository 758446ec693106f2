import sql from 'sql-template-tag'
import type { InputOf } from '#model'
import { refusalOf } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { availableOf, fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { aidOf, type StudentOf, studentOf } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { handleApplication, isInAudience, mustTakePart, refuseWith } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { setAmount } from '../model/actions.ts'
import { type subsidyApply as Actions, subsidyApplication, subsidyApply } from '../model/application.ts'
import { subsidyBatch } from '../model/batch.ts'
import { subsidySubject } from '../model/flow.ts'
import { subsidyItem } from '../model/item.ts'
import { type Application, fundOf, hold } from './claims.ts'
import { answerBy } from './deadline.ts'
import { type Grant, makeGrants, payDue } from './grants.ts'
import { itemOf, tierFor, tiersOf } from './items.ts'
import { type Judged, judge, mayBeGranted } from './judge.ts'
import { reduceBill } from './reduce.ts'
import { settingsOf } from './settings.ts'

const LINK = '/subsidy/mine'
const decided = () => ({ decidedAt: new Date().toISOString() })
/** 申请资助: in a round, at any time, or for a reduction. */
export const applications = handleApplication<typeof subsidyApplication, typeof Actions, StudentOf, Judged>(subsidyApplication, subsidyApply, {
  subject: subsidySubject,
  link: ({ id }) => `${LINK}?id=${id}`,
  copyPage: '/subsidy/apply',
  async validate(ctx, who, form, { row, isStaff }) {
    if (form.batchId && !isStaff && !row) await mustTakePart(ctx.db, subsidyBatch, await ctx.db.unscoped(subsidyBatch).one(form.batchId)) // the audience is checked
    return judge(ctx, who.id, form, { exceptId: row?.id ?? null, isStaff })
  },
  formOf: row => ({ ...row, files: row.files ?? [] }),
  draft: (form, { item, xn, level, amount, lineId }) => ({
    ...{
      itemId: form.itemId,
      batchId: form.batchId ?? null,
      cause: form.cause ?? null,
      happenedOn: form.happenedOn ?? null,
      amountAsked: form.amountAsked ?? null,
      text: form.text,
    },
    ...{ files: form.files ?? [], xn, effect: item.effect, level, tier: tiersOf(item).length ? level : null, tierReason: null, amountApproved: amount, lineId },
  }),
  initial: async ({ db }, _who, _input, { item }) => (item.urgent ? { dueAt: await answerBy(db, new Date()) } : {}),
  onBehalf: () => ({}),
  taken: 'applied',
  async stored(ctx, row) {
    if (row.studentId !== ctx.me.studentId) await ctx.db.update(subsidyApplication, row.id, { appliedBy: ctx.me.userId })
  },
  begin: async ctx => ({ offers: await offersFor(ctx), answerDays: (await settingsOf(ctx.db)).answerDays }),
  async preview(ctx, who, asks, isStaff) {
    const judged = await judge(ctx, who.id, asks, { isStaff })
    const { item, level, amount, xn } = judged
    const answer = { item: item.name, level, amount, answerBy: item.urgent ? (await answerBy(ctx.db, new Date())).toString() : null }
    return { answer, violations: judged.violations, row: { ...asks, xn, effect: item.effect, level, amountApproved: amount } }
  },
  async mine({ db }, rows) {
    const items = new Map((await db.unscoped(subsidyItem).all({ id: rows.map(r => r.itemId) })).map(i => [i.id, i.name])) // settings of the school
    const days = await expectedDays(
      db,
      rows.map(r => r.id),
    )
    return row => ({ item: items.get(row.itemId) ?? '', expectedOn: days.get(row.id) ?? null })
  },
  card: cardOf,
  async describe(db, row, { name }) {
    const item = await itemOf(db, row.itemId)
    const amount = row.amountApproved ?? 0
    const { collegeMost } = await settingsOf(db)
    return {
      title: { text: '{name} 申请{item}', values: { name, item: item.name } },
      summary: { text: '{amount} 元', values: { amount: yuanText(amount) } },
      facts: { yuan: yuanOf(amount), effect: item.effect, endsAtCollege: item.urgent && amount <= collegeMost * 100 },
    }
  },
  approved: carryOut,
  rejected: async ({ db }, row) => void (await db.update(subsidyApplication, row.id, decided())),
  cancelled: async ({ db }, row) => giveUp(db, row.id),
})
/** What is open to the caller now. */
export async function offersFor(ctx: Ctx) {
  const { db } = ctx
  const { caseMost } = await settingsOf(db)
  const items = await db.unscoped(subsidyItem).all({ isEnabled: true, mode: ['apply', 'standing'] }, { sort: ['code'] }) // settings of the school
  const offerOf = (item: (typeof items)[number]) => ({ itemId: item.id, urgent: item.urgent, needsAmount: !tiersOf(item).length, most: item.urgent ? caseMost * 100 : null })
  const standing = items.filter(i => i.mode === 'standing').map(i => ({ ...offerOf(i), batchId: null, name: i.name, until: null }))
  const batches = await db.unscoped(subsidyBatch).all({ state: 'published', itemId: items.map(i => i.id) }) // the audience is checked next
  const open = []
  for (const b of batches) {
    const item = items.find(i => i.id === b.itemId)
    if (item && isOpen(b) && (await isInAudience(db, subsidyBatch, b))) open.push({ ...offerOf(item), batchId: b.id, name: b.name, until: b.endTime })
  }
  return [...open, ...standing]
}
/** When the money of applications is expected: the day of their list. */
async function expectedDays(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; day: string }>(sql`select g.application_id as id, min(p.biz_date)::text as day from subsidy_grant g
    join payout_line l on l.tenant_id = g.tenant_id and l.grant_id = g.id::text join payout_list p on p.tenant_id = l.tenant_id and p.id = l.list_id
    where g.tenant_id = ${db.me.tenantId} and g.application_id = any(${[...ids]}::uuid[]) and l.state <> 'paid' and l.state <> 'reissued' group by 1`)
  return new Map(rows.map(r => [r.id, r.day]))
}
/** 40-Z3, Z5, Z6: approval reserves on the fund. What belongs to no round is granted at once; a round waits for its notice. */
async function carryOut({ db, lang }: Pick<Ctx, 'db' | 'lang'>, { id }: Application): Promise<void> {
  const { studentId } = await db.unscoped(subsidyApplication).one(id) // the row decided about
  const who = await studentOf(db, studentId, { lock: true })
  const row = await db.unscoped(subsidyApplication).lock(id) // the row decided about
  const item = await itemOf(db, row.itemId)
  refuseWith(subsidyApplication, await mayBeGranted({ ctx: { db, lang }, studentId, form: row, item, xn: row.xn, exceptId: id }))
  const fundId = await fundOf(db, item, row.batchId)
  await db.update(subsidyApplication, id, decided())
  await hold(db, row, fundId, row.amountApproved ?? 0)
  if (!row.batchId) await grantAtOnce(db, row, { departmentId: who?.departmentId ?? null, classId: who?.classId ?? null })
}
async function grantAtOnce(db: Db, row: Application, place: Pick<Grant, 'departmentId' | 'classId'>): Promise<void> {
  const item = await itemOf(db, row.itemId)
  const of = { item, xn: row.xn, fundId: item.fundId, cause: row.id }
  const [grant] = await makeGrants(db, of, [{ studentId: row.studentId, ...place, level: row.level, amount: row.amountApproved ?? 0, applicationId: row.id }])
  if (!grant) return
  if (item.effect === 'reduceFee') await reduceBill(db, row, item, grant)
  await payDue(db, today().slice(0, 7), [grant.id])
}
/** 40-Z3: what is not granted after all holds nothing of the fund. */
export async function giveUp(db: Db, id: string, patch: Partial<Application> = {}): Promise<void> {
  const row = await db.unscoped(subsidyApplication).lock(id) // the row decided about
  const item = await itemOf(db, row.itemId)
  await hold(db, row, await fundOf(db, item, row.batchId), 0)
  await db.update(subsidyApplication, id, { ...patch, ...decided() })
}
async function cardOf({ db }: Pick<Ctx, 'db'>, row: Application) {
  const item = await itemOf(db, row.itemId)
  const fundId = await fundOf(db, item, row.batchId)
  const fund = fundId ? await db.unscoped(fundAccount).one(fundId) : undefined // the fund of the item, for who decides
  const line = row.lineId ? await db.unscoped(billLine).one(row.lineId) : undefined // the line of the application
  const charge = line ? (await db.unscoped(chargeItem).one(line.itemId)).name : null // an item of the price list
  const { cause, happenedOn, level, tier, tierReason, amountAsked } = row
  return {
    ...{ item: item.name, effect: item.effect, cause, happenedOn, level, tier, tierReason, amountAsked, amount: row.amountApproved, charge, owed: line?.owed ?? null },
    ...{ fund: fund?.name ?? null, left: fund ? availableOf(fund) : null, aids: await aidsOf(db, row.studentId, row.xn) },
  }
}
async function aidsOf(db: Db, studentId: string, xn: string) {
  const aids = aidOf(db, sql`select ${studentId}::uuid`, xn)
  return aids ? db.query<{ label: string; name: string; amount: number }>(sql`select a.label, a.name, a.amount from (${aids}) a order by a.day`) : []
}
/** 40-Z1: an officer or college decides on another tier or amount, with a reason; what is approved already holds more or less of its fund. */
const set = handle(setAmount, async ({ db }, { id, tier, amount, reason }: InputOf<typeof setAmount>) => {
  const row = await db.visible(subsidyApplication).lock(id, 'setAmount')
  const item = await itemOf(db, row.itemId)
  const money = amount ?? (tier ? tierFor(item, tier) : undefined)
  if (tier && tierFor(item, tier) === undefined) throw refusalOf(subsidyApplication, 'noTier', { item: item.name }, 'tier')
  if (money === undefined) throw refusalOf(subsidyApplication, 'amount', {}, 'amount')
  const { caseMost } = await settingsOf(db)
  if (item.urgent && money > caseMost * 100) throw refusalOf(subsidyApplication, 'overCase', { most: yuanText(caseMost * 100), amount: yuanText(money) }, 'amount')
  if (row.state === 'approved') await hold(db, row, await fundOf(db, item, row.batchId), money)
  await db.update(subsidyApplication, id, { amountApproved: money, tierReason: reason, ...(tier ? { tier } : {}) })
})
export default [...applications.registrations, set]
