import { proofOf } from '#modules/offCampus/testing.ts'
import { societyFundEntry } from '#modules/society/model/fund.ts'
import { society } from '#modules/society/model/society.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { activityCost } from './model/closing.ts'
import type { ClosingFigures } from './model/report.ts'
import { type ActivitySchool, inHours, moved, ok } from './testing.ts'

export interface Line {
  item: string
  quantity: number
  price: number
  source: string
}
export interface Sheet {
  closingId: string | null
  state: string | null
  planned: number
  spent: number
  lines: Array<{ line: number | null; item: string; planned: number; spent: number; costs: Array<{ id: string }> }>
  purses: Array<{ source: string; planned: number; spent: number; isOver: boolean }>
  perPresent: number | null
  figures: ClosingFigures
  abilities: { record: boolean; close: boolean; withdraw: boolean }
}
export const line = (yuan: number, more: Partial<Line> = {}): Line => ({ item: '海报', quantity: 1, price: yuan * 100, source: 'society', ...more })
/** The fund of the society of a school, and what activities take from it. */
export function budgetsOf(s: ActivitySchool) {
  const fund = async () => {
    const { balance, held } = await s.db.unscoped(society).one(s.society)
    return { balance: balance / 100, held: held / 100 }
  }
  /** The fund has so much more, by the league and the head. */
  async function given(yuan: number): Promise<void> {
    const asked = { societyId: s.society, kind: 'allocation', amount: yuan * 100, about: '拨款', happenedOn: today() }
    const { id } = ok(await s.league.post<{ id: string }>('society/societyFundDraft/book', asked))
    ok(await s.head.actor.post('society/societyFundDraft/approve', { id }))
  }
  /** The fund has exactly so much that nobody holds: what it has beyond is handed back. */
  async function free(yuan: number): Promise<void> {
    const { balance, held } = await fund()
    const less = balance - held - yuan
    if (less < 0) return given(-less)
    if (!less) return
    const { id } = ok(
      await s.league.post<{ id: string }>('society/societyFundDraft/book', {
        societyId: s.society,
        kind: 'return',
        amount: Math.round(less * 100),
        about: '交回',
        happenedOn: today(),
      }),
    )
    ok(await s.head.actor.post('society/societyFundDraft/approve', { id }))
  }
  const propose = (budget: readonly Line[], more: object = {}) => s.propose(s.head.actor, { budget, ...more })
  const holds = async (activityId: string) => {
    const entries = await s.db.unscoped(societyFundEntry).all({ sourceType: 'activity', sourceId: activityId })
    return entries.toSorted((a, b) => a.sourceSeq - b.sourceSeq).map(e => e.amount / 100)
  }
  const form = async (id: string) => {
    const { title, summary, category, level, startAt, endAt, place, enrolFrom, enrolTo, quota, waitlist, hours, points } = await s.planned(id)
    return { id, title, summary, category, level, startAt, endAt, place, enrolFrom, enrolTo, quota, waitlist, hours, points }
  }

  const sheet = async (activityId: string, by: Actor = s.head.actor) => ok(await by.get<Sheet>('activity/activityClosing/sheet', { activityId }))
  const record = async (activityId: string, more: object, by: Actor = s.head.actor) =>
    by.post<{ id: string }>('activity/activityCost/record', { activityId, amount: 100_00, vouchers: await proofOf(by), ...more })
  const close = (activityId: string, by: Actor = s.head.actor) => by.post<{ state: string }>('activity/activityClosing/close', { activityId })
  const expenses = async (activityId: string) => {
    const costs = await s.db.unscoped(activityCost).all({ activityId })
    return (await s.db.unscoped(societyFundEntry).all({ sourceType: 'activityCost', sourceId: costs.map(c => c.id) })).map(e => e.amount / 100)
  }
  const closingOf = async (activityId: string): Promise<string> => (await sheet(activityId)).closingId ?? ''
  /** Held yesterday by the society, with this budget approved. */
  async function held(budget: readonly Line[], more: object = {}): Promise<string> {
    const id = await s.activity({ budget, ...more })
    await moved(s, id, inHours(-24))
    return id
  }
  return { fund, given, free, propose, holds, form, sheet, record, close, expenses, closingOf, held }
}
