import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { accountNamer } from '#server/access/accounts.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { type FundDraft, fundStatement, HOLD, societyFundDraft, societyFundEntry, UNDECIDED } from '../model/fund.ts'
import { ROLES, societyMember } from '../model/member.ts'
import { type Society, society } from '../model/society.ts'
import { problemOf } from './funds.ts'
import { standingIn } from './reach.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
/** The first day of the month after. */
const nextMonth = (month: string): string => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return `${at === 12 ? year + 1 : year}-${String((at % 12) + 1).padStart(2, '0')}-01`
}
async function reversedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.unscoped(societyFundEntry).all({ reversesId: [...ids] }) // reversals of rows the reader has
  return new Set(rows.flatMap(r => r.reversesId ?? []))
}
async function draftsOf(ctx: Ctx, of: Society) {
  const { db, me } = ctx
  const waiting = await db.unscoped(societyFundDraft).all({ societyId: of.id, state: [...UNDECIDED] }) // the caller acts for the society
  const returned = await db.unscoped(societyFundDraft).all({ societyId: of.id, state: 'returned', makerId: me.userId }) // the caller's own
  const rows = [...returned, ...waiting]
  const nameOf = await accountNamer(
    db,
    rows.map(r => r.makerId),
  )
  const lineOf = async (row: FundDraft) => {
    const { id, kind, about, amount, happenedOn, state, vouchers, remark, makerId } = row
    const mayApprove = state !== 'returned' && !(await problemOf(ctx, of, row))
    return { id, kind, about, amount, happenedOn, state, vouchers, remark, maker: nameOf(makerId), isReversal: row.reversesId !== null, mayApprove, isMine: makerId === me.userId }
  }
  return Promise.all(rows.map(lineOf))
}
export default [
  compute(societyFundEntry, ['isReversed'], async ({ db }, rows) => {
    const reversed = await reversedAmong(
      db,
      rows.map(r => r.id ?? ''),
    )
    for (const row of rows) row.isReversed = reversed.has(row.id ?? '')
  }),
  /** 60-SO9: members read what was booked; who acts for the society, what waits as well. */
  handle(fundStatement, async (ctx, { societyId, month: asked }) => {
    const { db, me } = ctx
    const of = await db.unscoped(society).find({ id: societyId }) // who may read it is checked next
    if (!of) throw notFound()
    const standing = await standingIn(ctx, of)
    const isMember = me.studentId && (await db.unscoped(societyMember).count({ societyId, studentId: me.studentId, state: 'active' })) // the caller's own
    if (!standing && !isMember) throw refusalOf(society, 'notYours', { name: of.name, who: { text: ROLES.member } })
    const month = asked && MONTH.test(asked) ? asked : today().slice(0, 7)
    const [from, to] = [`${month}-01`, nextMonth(month)]
    const [before] = await db.query<{ amount: number }>(sql`select coalesce(sum(amount), 0)::float8 as amount from society_fund_entry
      where tenant_id = ${db.me.tenantId} and account_id = ${societyId} and kind <> ${HOLD} and biz_date < ${from}::date`)
    const all = await db.unscoped(societyFundEntry).all({ accountId: societyId, 'bizDate.ge': from }, { sort: ['bizDate'] }) // of the society
    const until = all.flatMap(({ kind, ...e }) => (e.bizDate < to && kind !== HOLD ? [{ ...e, kind }] : []))
    const reversed = await reversedAmong(
      db,
      until.map(e => e.id),
    )
    const mayBook = standing !== undefined && standing !== 'advisor'
    const sum = (rows: typeof until): number => rows.reduce((total, e) => total + e.amount, 0)
    const opening = before?.amount ?? 0
    return {
      ...{ society: of.name, month, opening, balance: of.balance, held: of.held, mayBook },
      ...{ income: sum(until.filter(e => e.amount > 0)), spent: -sum(until.filter(e => e.amount < 0)), closing: opening + sum(until) },
      entries: until.map(({ id, bizDate, kind, about, amount, reversesId, sourceType }) => ({
        ...{ id, bizDate, kind, about, amount },
        mayReverse: mayBook && !reversesId && sourceType !== 'billLine' && !reversed.has(id),
      })),
      drafts: standing ? await draftsOf(ctx, of) : [],
    }
  }),
]
