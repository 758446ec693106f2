import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { merchantAccount } from '#modules/fee/merchants/model/merchant-account.ts'
import { itemOf, payWays } from '#modules/fee/server/api.ts'
import { round } from '#modules/workflow/server/api.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { enqueueTask } from '#server/jobs/background-task.ts'
import { leagueFeeClass } from '../model/member.ts'
import { monthAfter, monthOf, type Span, spanText } from '../model/months.ts'
import { leagueFeePlan, planActions, previewPlan, resumePlan, type Standard } from '../model/plan.ts'
import { FEES_QUEUE } from './make-fees.ts'
import { membersOf, owedBy } from './owed.ts'
import { settingsOf } from './settings.ts'
import { standardsOf } from './standards.ts'

export type Plan = Row<typeof leagueFeePlan>
type Draft = Partial<Plan>
/** The months of a plan. */
export const spanOf = ({ fromMonth, months }: Pick<Plan, 'fromMonth' | 'months'>): Span => ({ from: monthOf(fromMonth), to: monthAfter(monthOf(fromMonth), months - 1) })
const isStandard = (s: unknown): s is Standard => {
  const { feeClass, monthly } = (s ?? {}) as Partial<Standard>
  return typeof feeClass === 'string' && leagueFeeClass.items.some(i => i.key === feeClass) && Number.isInteger(monthly) && (monthly ?? 0) > 0
}
function checkStandards({ standards }: Draft): void {
  if (!standards) return
  const classes = Array.isArray(standards) && standards.every(isStandard) ? standards.map(s => s.feeClass) : []
  if (classes.length < standards.length || new Set(classes).size < classes.length) throw refusalOf(leagueFeePlan, 'standardForm', {}, 'standards')
}
function checkDraft(draft: Draft): void {
  const { dueDate = '', beginTime = '' } = draft
  checkStandards(draft)
  if (dueDate < schoolDate(Date.parse(beginTime))) throw refusalOf(leagueFeePlan, 'dueEarly', { dueDate, begin: schoolDate(Date.parse(beginTime)) }, 'dueDate')
}
const normal = (draft: Draft): void => {
  if (draft.fromMonth) draft.fromMonth = monthOf(draft.fromMonth)
}
/** 40-G3, G6: before publishing, no other plan has the same months, money can land, and every class of members has a standard. */
async function checkPublish(db: Db, row: Plan): Promise<void> {
  checkDraft(row)
  const { from, to } = spanOf(row)
  const [other] = await db.query<{ name: string; from: string; months: number }>(sql`select name, from_month::text as from, months from league_fee_plan
    where tenant_id = ${db.me.tenantId} and id <> ${row.id} and state not in ('draft', 'cancelled')
      and from_month <= ${to}::date and from_month + make_interval(months => months - 1) >= ${from}::date limit 1`)
  if (other) throw refusalOf(leagueFeePlan, 'overlap', { other: other.name, months: spanText(spanOf({ fromMonth: other.from, months: other.months })) }, 'fromMonth')
  const { item } = await settingsOf(db)
  if ((await itemOf(db, item))?.book !== 'league') throw refusalOf(leagueFeePlan, 'item', { code: item })
  if (!(await payWays(db, 'league')).some(w => w.merchantId === row.merchantId)) {
    const { name } = await db.unscoped(merchantAccount).one(row.merchantId) // a setting of the school
    throw refusalOf(leagueFeePlan, 'merchant', { merchant: name }, 'merchantId')
  }
  const { missing } = await owedBy(db, row, await membersOf(db, row), await standardsOf(db, from, row.standards))
  if (missing.length) throw refusalOf(leagueFeePlan, 'standards', { classes: missing.join('、') }, 'standards')
}
const startFees = async (db: Db, id: string): Promise<void> => {
  await db.update(leagueFeePlan, id, { feesState: 'running' })
  await enqueueTask(db, FEES_QUEUE, id, {})
}
const preview = handle(previewPlan, async ({ db }, { id }) => {
  const row = await db.visible(leagueFeePlan).one(id)
  const members = await membersOf(db, row)
  const { owed, exempt, missing, classOf } = await owedBy(db, row, members, await standardsOf(db, spanOf(row).from, row.standards))
  const byClass = [...Map.groupBy(owed, o => classOf(o.memberId))].map(([feeClass, of]) => ({
    feeClass,
    heads: new Set(of.map(o => o.memberId)).size,
    monthly: of[0]?.monthly ?? 0,
    sum: of.reduce((sum, o) => sum + o.amount, 0),
  }))
  const grounds = [...Map.groupBy(exempt, e => e.ground)].map(([ground, of]) => ({ ground, heads: of.length }))
  const heads = new Set(owed.map(o => o.memberId)).size
  return { heads, sum: owed.reduce((sum, o) => sum + o.amount, 0), byClass, exempt: grounds, partial: owed.filter(o => o.months < row.months).length, missing }
})
const resume = handle(resumePlan, async ({ db }, { id }) => {
  const row = await db.visible(leagueFeePlan).lock(id)
  if (row.feesState === 'failed') await startFees(db, id)
})
export default [
  preview,
  resume,
  ...round(leagueFeePlan, planActions, {
    processType: 'leagueFee',
    audience: 'frozen',
    among: async db => sql`select m.student_id from league_member m where m.tenant_id = ${db.me.tenantId}`,
    link: '/league/mine',
    announces: false,
    check: ({ db }, row) => checkPublish(db, row),
    published: ({ db }, row) => startFees(db, row.id),
  }),
  rules(leagueFeePlan, {
    async add(_ctx, draft) {
      normal(draft)
      checkDraft(draft)
    },
    async update(_ctx, row, patch) {
      normal(patch)
      checkDraft({ ...row, ...patch })
    },
  }),
]
