import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { handedInItems, handIn, itemOf } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle, onMany } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { reverseEntry } from '#server/ledger/post.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Alumnus } from '../model/alumnus.ts'
import { ANONYMOUS, type Donation, donation, donationEntry, donationLedger } from '../model/donation.ts'
import * as act from '../model/donation-actions.ts'
import { donationProject, type Project, projectStates } from '../model/donation-project.ts'
import { DONATION_MESSAGES } from '../model/messages.ts'
import { alumniAccounts, mustBeAlumnus, ownAlumnus } from './own-alumnus.ts'
import { donorsIn, post } from './projects.ts'
import { settingsOf } from './settings.ts'

const SOURCE = 'donation'
const refuse = (key: string, values: Record<string, unknown>, field?: string): never => {
  throw refusalOf(donation, key, values, field)
}
const numberFor = (db: Db): Promise<string> => serialNo(db, 'JZ', 'donation_no_seq')
const about: MessageAbout<Donation> = {
  bizType: SOURCE,
  link: () => '/alumni/give',
  values: async ({ no, projectId, amount }, db) => ({ no, project: (await db.unscoped(donationProject).one(projectId)).title, amount: yuanText(amount) }), // its title
}
async function tell(db: Db, event: keyof typeof DONATION_MESSAGES, row: Donation): Promise<void> {
  const to = row.alumnusId ? ((await alumniAccounts(db, [row.alumnusId])).get(row.alumnusId) ?? []) : []
  if (to.length) await notifyAbout(db, DONATION_MESSAGES[event], about, [{ row, to }])
}
/** 30-AD1: it is in the ledger once, however often its payment is told. */
async function receive(db: Db, row: Donation, project: Project, on: string): Promise<void> {
  const after = await db.update(donation, row.id, { state: 'received', receivedOn: on, payBy: null })
  await post(db, { project, kind: row.kind, amount: row.amount, on, sourceType: SOURCE, sourceId: row.id, donationId: row.id })
  await db.emit('alumni.donationReceived', { donationId: row.id, projectId: project.id })
  await tell(db, 'received', after)
}
async function reverse(db: Db, row: Donation, reason: string): Promise<void> {
  const entry = await db.unscoped(donationEntry).find({ sourceType: SOURCE, sourceId: row.id, kind: row.kind }) // of the gift
  if (!entry) throw notFound()
  const project = await db.unscoped(donationProject).one(row.projectId) // as above
  const left = yuanText(project.received - project.used)
  await reverseEntry(db, donationLedger, entry.id, { reason, own: { on: today(), donationId: row.id }, values: { title: project.title, left, wanted: yuanText(row.amount) } })
  await db.update(donation, row.id, { state: 'reversed' })
}
/** A project that takes gifts today, locked before the gift. */
async function openProjectOf(db: Db, id: string): Promise<Project> {
  const row = await db.unscoped(donationProject).find({ id }) // published to all alumni
  if (!row || row.state === 'draft') throw notFound()
  const { title, state, from, to } = row
  const no = (key: string, values: Record<string, unknown>): never => {
    throw refusalOf(donationProject, key, { title, ...values }, 'projectId')
  }
  if (state !== 'open') no('notOpen', { state: { text: projectStates.labels[state] } })
  if (from > today()) no('notYet', { from })
  if (to < today()) no('over', { to })
  return row
}
/** The line of a gift online; nothing to pay withdraws it. The payer is whom the caller pays as. */
async function charge(ctx: Pick<Ctx, 'db' | 'me'>, row: Pick<Donation, 'id' | 'donorName' | 'payBy'>, item: string, title: string, amount: number): Promise<string> {
  const { me, db } = ctx
  const payer = { type: me.studentId ? 'student' : 'alumnus', id: me.studentId ?? me.userId, name: row.donorName } as const
  const [id] = await handIn(db, [
    { sourceType: SOURCE, sourceId: row.id, sourceSeq: '1', payer, item, amount, xn: schoolYearOf(today()), dueDate: row.payBy ?? today(), explain: { note: title } },
  ])
  return id as string
}
const give = handle(act.give, async (ctx, { projectId, amount, isAnonymous, message }) => {
  const { db } = ctx
  const own = await mustBeAlumnus(ctx)
  const project = await openProjectOf(db, projectId)
  const { donationItem: item, leastGift, payDays } = await settingsOf(db)
  if (!(await itemOf(db, item))) refuse('noItem', {})
  if (amount < leastGift * 100) refuse('least', { least: leastGift }, 'amount')
  const given = { id: uuidv7(), donorName: own.name, payBy: addDays(today(), payDays) }
  const row = await add(db, own, {
    ...{ ...given, projectId, amount, isAnonymous: isAnonymous ?? false, message: message ?? null, kind: 'money', paidBy: 'online', state: 'pledged' },
    billLineId: await charge(ctx, given, item, project.title, amount),
  })
  return { no: row.no }
})
type Draft = Pick<Donation, 'projectId' | 'amount' | 'isAnonymous' | 'message' | 'kind' | 'paidBy' | 'donorName' | 'state'> &
  Partial<Pick<Donation, 'id' | 'billLineId' | 'payBy' | 'goods' | 'isOrganisation' | 'receiptNo'>>
/** 30-AD2: an anonymous gift shows no name, and no history says who entered it. */
async function add(db: Db, own: Alumnus | null, draft: Draft): Promise<Donation> {
  const no = await numberFor(db)
  const row = { ...draft, no, shownName: draft.isAnonymous ? ANONYMOUS : draft.donorName, alumnusId: own?.id ?? null }
  await db.insertMany(donation, [row], draft.isAnonymous ? { anonymous: true } : {})
  const made = await db.unscoped(donation).find({ no }) // just written
  if (!made) throw notFound()
  return made
}
const register = handle(act.registerGift, async ({ db }, { projectId, donorName, amount, receivedOn, kind, paidBy, ...given }) => {
  const project = await db.unscoped(donationProject).one(projectId) // all projects are published
  const isGoods = kind === 'goods'
  if (receivedOn > today()) refuse('future', { on: receivedOn }, 'receivedOn')
  if (isGoods && !given.goods) refuse('goodsMissing', {}, 'goods')
  const row = await add(db, null, {
    ...{ projectId, donorName, amount, kind: isGoods ? 'goods' : 'money', goods: given.goods ?? null, receiptNo: given.receiptNo ?? null, message: given.message ?? null },
    ...{ paidBy: isGoods ? 'goods' : (paidBy ?? 'bank'), isAnonymous: given.isAnonymous ?? false, isOrganisation: given.isOrganisation ?? false, state: 'pledged' },
  })
  await receive(db, row, project, receivedOn)
  return { no: row.no }
})
/** Of gifts whose lines were paid or given back: read from the lines, however often it is told. */
const followed = onMany(['fee.paid', 'fee.refunded'], 'alumni.paid', async ({ db }, payloads) => {
  const ids = [...new Set(payloads.flatMap(p => (p.sourceType === SOURCE && typeof p.sourceId === 'string' ? [p.sourceId] : [])))]
  const rows = await db.unscoped(donation).lockAll(ids) // the lines name them
  const lines = await db.query<{ id: string; isPaid: boolean }>(
    sql`select id, charged > 0 and owed <= 0 as "isPaid" from bill_line where tenant_id = ${db.me.tenantId} and id = any(${rows.flatMap(r => r.billLineId ?? [])}::uuid[])`,
  )
  const isPaid = new Map(lines.map(l => [l.id, l.isPaid]))
  for (const row of rows) {
    const paid = isPaid.get(row.billLineId ?? '') ?? false
    if (paid && row.state === 'pledged') await receive(db, row, await db.unscoped(donationProject).one(row.projectId), today()) // of the gift
    if (!paid && row.state === 'received') await reverse(db, row, '支付已退回')
  }
})
/** The line is withdrawn with it: money that comes all the same is its payer's credit. */
async function drop(db: Db, row: Donation): Promise<Donation> {
  const { donationItem: item } = await settingsOf(db)
  const [line] = await db.query<{ payerType: 'student' | 'alumnus'; payerId: string; xn: string }>(
    sql`select payer_type as "payerType", payer_id::text as "payerId", xn from bill_line where tenant_id = ${db.me.tenantId} and id = ${row.billLineId}::uuid`,
  )
  if (line) {
    const payer = { type: line.payerType, id: line.payerId, name: row.donorName }
    await handIn(db, [{ sourceType: SOURCE, sourceId: row.id, sourceSeq: '1', payer, item, amount: 0, xn: line.xn, dueDate: today(), explain: {} }])
  }
  await db.updateWhere(donation, { id: row.id }, { state: 'lapsed', payBy: null }, row.isAnonymous ? { anonymous: true } : {})
  return { ...row, state: 'lapsed', payBy: null }
}
/** Gifts of an alumnus, the newest first. */
async function giftsOf(db: Db, { id }: Alumnus): Promise<Donation[]> {
  const found = await db.query<{ id: string }>(sql`select id from donation where tenant_id = ${db.me.tenantId} and alumnus_id = ${id}::uuid order by no desc limit 100`)
  return db.unscoped(donation).all({ id: found.map(f => f.id) }, { sort: ['-no'] }) // of the giver
}
const withdraw = handle(act.withdrawGift, async (ctx, { id }) => {
  const own = await mustBeAlumnus(ctx)
  if (!(await giftsOf(ctx.db, own)).some(g => g.id === id)) throw notFound()
  await drop(ctx.db, await ctx.db.unscoped(donation).lock(id, 'withdraw')) // as above
})
/** Pledges that were not paid in time. */
export async function lapseGifts(db: Db): Promise<number> {
  const rows = await db.unscoped(donation).all({ state: 'pledged', 'payBy.le': addDays(today(), -1) }, { sort: ['no'], limit: 500 }) // of all givers
  for (const { id } of rows) {
    const row = await db.unscoped(donation).lock(id) // as above
    if (row.state === 'pledged') await tell(db, 'lapsed', await drop(db, row))
  }
  return rows.length
}
const lapse = scheduledJob('alumni.lapse', '捐赠支付期限', '50 4 * * *', lapseGifts, {
  due: `select from donation where tenant_id = $1 and state = 'pledged' and pay_by < current_date limit 1`,
})
const [LATEST, USES] = [20, 50]
const giving = handle(act.giving, async ctx => {
  const { db } = ctx
  const own = await ownAlumnus(ctx)
  const projects = await db.unscoped(donationProject).all({ state: ['open', 'closed'] }, { sort: ['-state', '-from'], limit: 60 }) // published
  const ids = projects.map(p => p.id)
  const latest = await db.query<{ projectId: string; shownName: string; amount: number; kind: 'money' | 'goods'; message: string | null; receivedOn: string | null }>(
    sql`select project_id as "projectId", shown_name as "shownName", amount::float8 as amount, kind, message, received_on::text as "receivedOn" from (
      select d.*, row_number() over (partition by project_id order by received_on desc, no desc) as n from donation d
      where d.tenant_id = ${db.me.tenantId} and d.state = 'received' and d.project_id = any(${ids}::uuid[])) d where n <= ${LATEST} order by n`,
  )
  const uses = await db.unscoped(donationEntry).all({ accountId: ids, kind: 'use' }, { sort: ['-on'], limit: USES * 10 }) // published
  const donors = await donorsIn(db, ids)
  const mine = own ? await giftsOf(db, own) : []
  const titles = new Map(projects.map(p => [p.id, p.title]))
  return {
    isOn: Boolean(own && (await itemOf(db, (await settingsOf(db)).donationItem))),
    projects: projects.map(({ id, title, purpose, text, state, to, goal, received, goods, used }) => ({
      ...{ id, title, purpose, text, state, to, goal, received, goods, used, donors: donors(id) },
      latest: latest.flatMap(({ projectId, ...l }) => (projectId === id ? [l] : [])),
      uses: uses.flatMap(({ accountId, on, amount, reason }) => (accountId === id ? [{ on, amount, use: reason }] : [])).slice(0, USES),
    })),
    mine: mine.map(({ id, no, projectId, amount, isAnonymous, state, payBy, receivedOn, receiptNo }) => ({
      ...{ id, no, title: titles.get(projectId) ?? '', amount, isAnonymous, state, payBy, receivedOn, receiptNo },
    })),
  }
})
export default [
  handedInItems('alumni', async db => [(await itemOf(db, (await settingsOf(db)).donationItem))?.id ?? []].flat()),
  give,
  register,
  withdraw,
  followed,
  lapse,
  giving,
  handle(act.enterReceipt, async ({ db }, { id, receiptNo }) => {
    await db.visible(donation).lock(id, 'enterReceipt')
    await db.update(donation, id, { receiptNo })
  }),
  handle(act.reverseGift, async ({ db }, { id, reason }) => {
    const row = await db.visible(donation).lock(id, 'reverse')
    if (row.paidBy === 'online') refuse('paidOnline', { no: row.no })
    await reverse(db, row, reason)
  }),
  handle(act.donorsOf, async ({ db }, { projectId }) => {
    const rows = await db.visible(donation).all({ projectId, state: 'received' }, { sort: ['-receivedOn', '-no'], limit: 2000 })
    return {
      donors: rows.map(({ no, donorName, isOrganisation, isAnonymous, kind, amount, receivedOn, receiptNo }) => ({
        ...{ no, donorName, isOrganisation, isAnonymous, kind, amount, receivedOn, receiptNo },
      })),
    }
  }),
]
