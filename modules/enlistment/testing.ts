import sql from 'sql-template-tag'
import type { InputOf, OutputOf, Row } from '#model'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { creditLoan } from '#modules/loan/model/credit-loan.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { postFund } from '#modules/money/payout/server/funds.ts'
import { ENLISTMENT } from '#modules/standing/changes/model/dictionaries.ts'
import { statusChange } from '#modules/standing/changes/model/status-change.ts'
import { approveAs, type Pupil, proofOf, type StandingSchool, standingSchool } from '#modules/standing/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { advanceStage, confirmReturn } from './model/actions.ts'
import { militaryAid } from './model/aid.ts'
import type { aidApplication, enlistApplication } from './model/application.ts'
import { enlistRecord } from './model/record.ts'

type Advanced = OutputOf<typeof advanceStage>
export type Preview = OutputOf<typeof aidApplication.preview>
type Applied = OutputOf<typeof aidApplication.apply>
interface Tuition {
  charged: number
  paid?: number
  loan?: number
}
/** A school with finance, a tuition item, and students who may enlist. */
export interface EnlistmentSchool extends StandingSchool {
  finance: Actor
  /** A student who entered in autumn 2023 for three years, as a rule. */
  soldier(more?: Record<string, unknown>): Promise<Pupil>
  tuition(who: Pupil, xn: string, amounts: Tuition): Promise<string>
  /** A record of somebody who serves since autumn 2025, as a rule. */
  enlisted(who: Pupil, more?: Partial<Row<typeof enlistRecord>>): Promise<Row<typeof enlistRecord>>
  /** A loan whose money has arrived. */
  loan(who: Pupil, xn: string, amount: number): Promise<void>
  /** A fund with this budget; returns its id. */
  fund(budget: number): Promise<string>
  /** The record has kept the status since the enlistment. */
  retained(who: Pupil, from: string, until: string): Promise<void>
  rowOf(id: string): Promise<Row<typeof enlistRecord>>
  aid(id: string): Promise<Row<typeof militaryAid>>
  advance(ids: readonly string[], by?: Actor): Promise<Answer<Advanced>>
}
const extend = (s: StandingSchool & { finance: Actor }): Omit<EnlistmentSchool, keyof StandingSchool | 'finance'> => ({
  soldier: more => s.pupil({ enrolDate: '2023-09-01', expectedGraduation: '2026-07-01', ...more }),
  async tuition(who, xn, { charged, paid = 0, loan = 0 }) {
    const payer = { type: 'student', id: who.id, name: '周雨桐' } as const
    const source = { sourceType: 'test', sourceId: who.id, sourceSeq: xn }
    const [lineId = ''] = await handIn(s.db, [{ ...source, payer, item: 'tuition', amount: charged, xn, dueDate: `${xn.slice(0, 4)}-09-30`, explain: {} }])
    if (loan) await takeMoney(s.db, { sourceType: 'testLoan', sourceId: lineId }, 'loan', [{ lineId, amount: loan }])
    if (paid) await takeMoney(s.db, { sourceType: 'testPay', sourceId: lineId }, 'own', [{ lineId, amount: paid }])
    return lineId
  },
  enlisted: (who, more = {}) =>
    s.db.insert(enlistRecord, {
      ...{ studentId: who.id, classId: s.ids.s2301, departmentId: s.ids.info, year: 2025, season: 'autumn', kind: 'conscript', registeredOn: '2025-05-01' },
      ...{ state: 'approved', stage: 'enlisted', noticeNo: 'RW1', noticeDate: '2025-09-10' },
      ...more,
    }),
  async loan(who, xn, amount) {
    await s.db.insert(creditLoan, { studentId: who.id, kind: 'origin', bank: '1', xn, approved: amount, isRenewal: false, surplusTo: 'payout', state: 'active', arrived: amount })
  },
  async fund(budget) {
    const { id } = await s.db.insert(fundAccount, { code: `CJ${serial('fund')}`, name: `参军资助${serial('fundName')}`, sourceKind: 'central', year: 2026 })
    await postFund(s.db, id, [{ kind: 'budget', amount: budget, sourceType: 'test', sourceId: id, sourceSeq: 1 }])
    return id
  },
  async retained(who, from, until) {
    await s.db.query(sql`update student set status = 'retained', status_until = ${until}::date where id = ${who.id}`)
    await s.db.query(sql`update class_history set status = 'retained' where student_id = ${who.id}`)
    await s.db.insert(statusChange, {
      ...{ changeNo: `YD-${who.id.slice(-8)}`, studentId: who.id, typeId: s.types.retention as string, reasonCode: ENLISTMENT, effectiveDate: from, until },
      ...{ state: 'approved', effectState: 'effective', effectiveAt: `${from}T00:10:00+08:00`, fromStatus: 'active', toStatus: 'retained', period: 'running' },
    })
  },
  rowOf: id => s.db.unscoped(enlistRecord).one(id),
  aid: id => s.db.unscoped(militaryAid).one(id),
  advance: (ids, by = s.officer) => by.post<Advanced>('enlistment/enlistRecord/advance', { ids }),
})
export const enlistmentSchool = fixture(
  'enlistment',
  standingSchool,
  async (s: StandingSchool) => {
    await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year', priority: 10, loanCoverable: true })
    await s.db.insert(chargeItem, { code: 'militaryRecovery', name: '参军资助追缴', nature: 'administrative', filingNo: 'JY2', period: 'once', priority: 90 })
    return { finance: await s.as({ roles: ['finance'], userType: 2, nickName: '钱会计' }) }
  },
  (s): EnlistmentSchool => ({ ...s, ...extend(s) }),
)
export const register = (who: Actor, more: Partial<InputOf<typeof enlistApplication.apply>> = {}) =>
  who.post<OutputOf<typeof enlistApplication.apply>>('enlistment/enlistRecord/apply', { year: new Date().getFullYear() + 1, season: 'autumn', kind: 'conscript', ...more })
/** Registered and approved by counsellor and office. */
export async function registered(s: EnlistmentSchool, who: Pupil): Promise<Row<typeof enlistRecord>> {
  const { data, code, msg } = await register(who.actor)
  if (code !== 200) throw new Error(msg)
  for (const by of [s.fdy, s.officer]) await approveAs(by, data.instanceId)
  return s.rowOf(data.id)
}
export const enter = (by: Actor, id: string, papers: Record<string, unknown>): Promise<Answer<unknown>> => by.post('enlistment/enlistRecord/enterPapers', { id, ...papers })
export const applyForAid = (who: Actor, kind: string, more: Record<string, unknown> = {}): Promise<Answer<Applied>> =>
  who.post<Applied>('enlistment/militaryAid/apply', { kind, ...more })
/** Applied for and approved by counsellor, finance and office. */
export async function approvedAid(s: EnlistmentSchool, who: Pupil, kind: string, more: Record<string, unknown> = {}): Promise<Row<typeof militaryAid>> {
  const { data, code, msg } = await applyForAid(who.actor, kind, more)
  if (code !== 200) throw new Error(msg)
  await approveAs(s.fdy, data.instanceId)
  await approveAs(s.finance, data.instanceId, { tuitionOpinion: '已核对台账' })
  await approveAs(s.officer, data.instanceId)
  return s.aid(data.id)
}
export const confirm = (by: Actor, id: string, more: Record<string, unknown>): Promise<Answer<OutputOf<typeof confirmReturn>>> =>
  by.post('enlistment/enlistRecord/confirmReturn', { id, docNo: '校学〔2026〕9号', ...more })
export { proofOf }
