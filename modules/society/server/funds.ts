import { refusalOf } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { ledgerCheck } from '#server/ledger/check.ts'
import { postEntries, reverseEntry } from '#server/ledger/post.ts'
import {
  approveFund,
  askReversal,
  bookFund,
  changeFund,
  type FundDraft,
  fundLedger,
  HOLD,
  returnFund,
  SPENDING,
  societyFundDraft,
  societyFundEntry,
  UNDECIDED,
  withdrawFund,
} from '../model/fund.ts'
import { availableOf, RUNNING, type Society, society, societyStates } from '../model/society.ts'
import { askAboutFund, fundTodos } from './notify.ts'
import { isAdvisorOf, isStaffOf, keepersOf, mustStandFor, POSTS, postHolders, standingIn, unitAccounts } from './reach.ts'
import { settingsOf } from './settings.ts'

type Form = Pick<FundDraft, 'kind' | 'amount' | 'about' | 'happenedOn'> & { vouchers?: FundDraft['vouchers'] }
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(societyFundDraft, key, values, field)
}
/** Whoever acts for the society may see what waits. */
const KEEPERS = [...POSTS, 'advisor', 'staff'] as const
const MAKERS = [...POSTS, 'staff'] as const

/** The society, locked: its balance holds until the end. Others than those who act for it learn nothing. */
async function lockSociety(ctx: Ctx, id: string, as: typeof KEEPERS | typeof MAKERS): Promise<Society> {
  const found = await ctx.db.unscoped(society).find({ id }) // who may act for it is checked next
  if (!found) throw notFound()
  await mustStandFor(ctx, found, ...as)
  return ctx.db.unscoped(society).lock(id) // as above
}
/** 60-SO13: a suspended society spends nothing; one in liquidation only hands back. */
export function mustSpend(of: Society, { kind, reversesId }: Pick<FundDraft, 'kind'> & { reversesId?: string | null }): void {
  if (reversesId || !SPENDING.includes(kind) || RUNNING.includes(of.state)) return
  if (kind === 'return' && of.state === 'liquidating') return
  refuse('stopped', { society: of.name, state: { text: societyStates.labels[of.state] } })
}
export const shortage = ({ name, balance, held }: Society, amount: number) => ({ name, left: yuanText(balance), held: yuanText(held), want: yuanText(amount) })
/** 60-SO9: vouchers, and money that is there; what two people book at once is settled when it is posted. */
function mustHold(of: Society, form: Form): void {
  if (form.kind === 'expense' && !form.vouchers?.length) refuse('voucher', {}, 'vouchers')
  if (form.happenedOn > today()) refuse('future', { day: form.happenedOn }, 'happenedOn')
  mustSpend(of, form)
  if (SPENDING.includes(form.kind) && form.amount > availableOf(of)) throw refusalOf(society, 'fundShort', shortage(of, form.amount), 'amount')
}
/** Others with a post; where there are none, the advisors. */
async function checkersOf(db: Db, of: Society, makerId: string): Promise<readonly string[]> {
  const posts = (await postHolders(db, of.id)).filter(id => id !== makerId)
  return posts.length ? posts : (await keepersOf(db, of)).advisors
}
async function ask(db: Db, of: Society, row: FundDraft): Promise<void> {
  if (row.state === 'asked') return askAboutFund(db, row, 'check', await checkersOf(db, of, row.makerId))
  if (row.state === 'advising') return askAboutFund(db, row, 'advise', (await keepersOf(db, of)).advisors)
  const unit = (await unitAccounts(db, of.guidanceUnitId)).filter(id => id !== row.makerId && id !== row.checkerId)
  return askAboutFund(db, row, 'confirm', unit)
}
/** Why the caller may not decide about a draft now; undefined where they may. */
export async function problemOf(ctx: Pick<Ctx, 'db' | 'me'>, of: Society, row: FundDraft): Promise<string | undefined> {
  const { userId } = ctx.me
  if ([row.makerId, row.checkerId, row.adviserId].includes(userId)) return 'samePerson'
  if (row.state === 'advising') return isAdvisorOf(ctx, of) ? undefined : 'notAdvisor'
  if (row.state === 'confirming') return (await isStaffOf(ctx, of)) ? undefined : 'notUnit'
  const standing = await standingIn(ctx, of)
  if (standing === 'advisor') return (await checkersOf(ctx.db, of, row.makerId)).includes(userId) ? undefined : 'notPost'
  return standing ? undefined : 'notPost'
}
interface Locked {
  of: Society
  row: FundDraft
}
async function lockDraft(ctx: Ctx, id: string, verb: 'approve' | 'giveBack' | 'change' | 'withdraw'): Promise<Locked> {
  const found = await ctx.db.unscoped(societyFundDraft).find({ id }) // who may act on it is checked next
  if (!found) throw notFound()
  const of = await lockSociety(ctx, found.societyId, KEEPERS)
  return { of, row: await ctx.db.unscoped(societyFundDraft).lock(id, verb) } // as above
}
async function mustDecide(ctx: Ctx, { of, row }: Locked): Promise<void> {
  const problem = await problemOf(ctx, of, row)
  if (problem === 'notPost') await mustStandFor(ctx, of, ...POSTS, 'staff')
  else if (problem) refuse(problem, { about: row.about, society: of.name })
}
async function lockOwn(ctx: Ctx, id: string, verb: 'change' | 'withdraw'): Promise<Locked> {
  const locked = await lockDraft(ctx, id, verb)
  if (locked.row.makerId !== ctx.me.userId) refuse('notMaker', { about: locked.row.about })
  return locked
}
/** 60-SO9: what is spent above the limit goes on to the advisor, unless the advisor has checked it, and to the unit. */
async function nextOf(ctx: Ctx, { of, row }: Locked): Promise<'advising' | 'confirming' | 'posted'> {
  if (row.state === 'advising') return 'confirming'
  const isLarge = row.kind === 'expense' && !row.reversesId && yuanOf(row.amount) > (await settingsOf(ctx.db)).expenseFrom
  if (row.state === 'confirming' || !isLarge) return 'posted'
  return isAdvisorOf(ctx, of) ? 'confirming' : 'advising'
}
const MARK = { asked: 'checkerId', advising: 'adviserId', confirming: 'confirmerId' } as const
/** Into the ledger, under the lock of the society. */
async function post(db: Db, of: Society, row: FundDraft): Promise<void> {
  const { id, about, kind, makerId, checkerId, reversesId } = row
  const amount = SPENDING.includes(kind) ? -row.amount : row.amount
  const own = { bizDate: today(), draftId: id, checkerId }
  const values = shortage(of, row.amount)
  if (reversesId) return void (await reverseEntry(db, fundLedger, reversesId, { reason: about, makerId, own, values }))
  await postEntries(db, fundLedger, [{ accountId: of.id, kind, amount, sourceType: 'societyFundDraft', sourceId: id, sourceSeq: 1, makerId, own: { about, ...own }, values }])
}
const NEW = { state: 'asked', checkerId: null, adviserId: null, confirmerId: null, remark: null } as const
async function start(ctx: Ctx, of: Society, draft: object): Promise<string> {
  const row = await ctx.db.insert(societyFundDraft, { ...NEW, societyId: of.id, makerId: ctx.me.userId, ...draft } as never) // the callers give the rest
  await attachFiles(ctx.db, societyFundDraft, row.id, { vouchers: row.vouchers })
  await ask(ctx.db, of, row)
  return row.id
}
export default [
  ledgerCheck(fundLedger, { role: 'league', link: '/society/funds' }),
  /** Vouchers are for those who act for the society. */
  fileReader(societyFundDraft, async (db, id) => {
    const row = await db.unscoped(societyFundDraft).find({ id }) // who may read it is checked next
    if (!row) return false
    return Boolean(await standingIn({ db, me: db.me }, await db.unscoped(society).one(row.societyId))) // as above
  }),
  handle(bookFund, async (ctx, { societyId, ...form }) => {
    const of = await lockSociety(ctx, societyId, MAKERS)
    mustHold(of, form)
    return { id: await start(ctx, of, { ...form, vouchers: form.vouchers ?? [] }) }
  }),
  handle(changeFund, async (ctx, { id, ...form }) => {
    const { of, row } = await lockOwn(ctx, id, 'change')
    mustHold(of, form)
    const after = await ctx.db.update(societyFundDraft, id, { ...NEW, ...form, vouchers: form.vouchers ?? [], reversesId: row.reversesId })
    await attachFiles(ctx.db, societyFundDraft, id, { vouchers: after.vouchers })
    await fundTodos.follow(ctx.db, [after])
    await ask(ctx.db, of, after)
  }),
  handle(withdrawFund, async (ctx, { id }) => {
    const { row } = await lockOwn(ctx, id, 'withdraw')
    await fundTodos.follow(ctx.db, [await ctx.db.update(societyFundDraft, row.id, { state: 'withdrawn' })])
  }),
  handle(approveFund, async (ctx, { id }) => {
    const locked = await lockDraft(ctx, id, 'approve')
    const { of, row } = locked
    await mustDecide(ctx, locked)
    mustSpend(of, row)
    const state = await nextOf(ctx, locked)
    const after = await ctx.db.update(societyFundDraft, id, { [MARK[row.state as keyof typeof MARK]]: ctx.me.userId, state })
    await fundTodos.follow(ctx.db, [after])
    await (state === 'posted' ? post(ctx.db, of, after) : ask(ctx.db, of, after))
    return { state }
  }),
  handle(returnFund, async (ctx, { id, reason }) => {
    const locked = await lockDraft(ctx, id, 'giveBack')
    await mustDecide(ctx, locked)
    const after = await ctx.db.update(societyFundDraft, id, { state: 'returned', remark: reason })
    await fundTodos.follow(ctx.db, [after])
    await fundTodos.open(ctx.db, 'mend', [{ row: after, to: [after.makerId], more: { why: reason } }])
  }),
  /** A mistake is reversed by another entry, which two people make as well. */
  handle(askReversal, async (ctx, { id, reason }) => {
    const entry = await ctx.db.unscoped(societyFundEntry).find({ id }) // who may act on it is checked next
    if (!entry) throw notFound()
    const of = await lockSociety(ctx, entry.accountId, MAKERS)
    const { about, kind, amount } = entry
    if (entry.reversesId) throw refusalOf(societyFundEntry, 'reversal', { about })
    if (entry.sourceType === 'billLine') throw refusalOf(societyFundEntry, 'fee')
    if (kind === HOLD) throw refusalOf(societyFundEntry, 'hold')
    const isReversed = await ctx.db.unscoped(societyFundEntry).count({ reversesId: id }) // its own reversal
    const isAsked = await ctx.db.unscoped(societyFundDraft).count({ reversesId: id, state: [...UNDECIDED, 'returned'] }) // as above
    if (isReversed || isAsked) throw refusalOf(societyFundEntry, 'reversed', { about })
    await start(ctx, of, { kind, amount: Math.abs(amount), about: reason, happenedOn: today(), vouchers: [], reversesId: id })
  }),
]
