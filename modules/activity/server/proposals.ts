import sql from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { yuanOf } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { venue } from '#modules/campus/model/places.ts'
import { lockVenue } from '#modules/campus/server/api.ts'
import { callOffTask } from '#modules/signIn/server/api.ts'
import { mustBePlanned } from '#modules/society/server/api.ts'
import { studentOrg } from '#modules/studentOrg/model/org.ts'
import { application, cancel, casesOf, readableRow, resubmit, submit, withdraw } from '#modules/workflow/server/api.ts'
import { accountNames } from '#server/access/accounts.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { ownRows } from '#server/records/own-rows.ts'
import { activityCard, callOffActivity, changeActivity, ledActivities, myOrganisers, proposeActivity, withdrawActivity } from '../model/actions.ts'
import { type Activity, activity, activityStates, form as FIELDS, phaseOf } from '../model/activity.ts'
import { plannedOf } from '../model/budget.ts'
import { activityEnrolment, OPEN } from '../model/enrolment.ts'
import { activitySubject } from '../model/flow.ts'
import { aboveOf, activityRate } from '../model/rate.ts'
import { ORGANISE, tell } from './about.ts'
import { freeBudget, freeOf, holdBudget, holdSpent, lockBudget } from './budgets.ts'
import { mustHaveClosed } from './closing.ts'
import { mayClose } from './cost-sheet.ts'
import { sharesSaid } from './groups.ts'
import { mustHold } from './judge.ts'
import { newSeed } from './lottery.ts'
import { columnsOf, findRun, type Organiser, organisersOf, runBy, wordsOf } from './organisers.ts'
import { queuesIn, setCounts } from './seats.ts'
import { settingsOf } from './settings.ts'
import { mustHaveSettled } from './settle.ts'
import { freeVenue, takeVenue } from './venues.ts'

type Form = Omit<InputOf<typeof changeActivity>, 'id'>
const own = ownRows(activity, 'applicantId')
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(activity, key, values, field)
}
/** The columns of a form, with what is derived of it. */
function filled(form: Form) {
  const { online, membersOnly, waitlist, points, labourHours, signRule, photoScope } = form
  const way = form.enrolWay === 'lottery' ? { enrolWay: form.enrolWay, ...newSeed() } : { enrolWay: form.enrolWay ?? ('first' as const), drawSeed: null, drawHash: null }
  const chosen = { online: online ?? false, membersOnly: membersOnly ?? false, signRule: signRule ?? ('in' as const), photoScope: photoScope ?? ('participants' as const) }
  const { splitBy = null } = form
  const split = {
    splitBy,
    quotaSplit: splitBy ? (form.quotaSplit ?? null) : null,
    splitUntil: splitBy ? (form.splitUntil ?? (way.enrolWay === 'first' ? form.enrolTo : form.startAt)) : null,
  }
  const amounts = { waitlist: waitlist ?? 0, points: points ?? 0, labourHours: labourHours ?? 0 }
  const blank = { venueId: null, place: null, collegeIds: [], grades: [], quota: null, risks: [], riskPlan: [], budget: [] }
  const cancelUntil = form.cancelUntil ?? new Date(Math.max(Date.parse(form.enrolFrom), Date.parse(form.startAt) - DAY_MS)).toISOString()
  return { ...blank, ...form, ...way, ...split, ...chosen, ...amounts, cancelUntil, budgetSum: plannedOf(form.budget), guests: form.guests?.trim() || null }
}
const attach = (db: Db, { id, riskPlan }: Activity) => attachFiles(db, activity, id, { riskPlan: riskPlan ?? [] })
async function organiserFor(ctx: Ctx, id: string): Promise<Organiser> {
  const found = (await organisersOf(ctx)).find(o => o.id === id)
  return found ?? refuse('notOrganiser', {}, 'organiserId')
}
/** 60-AT2: venue and budget are held together, and fall with the proposal. Locks: activity, venue, society. */
async function take(db: Db, of: Activity): Promise<void> {
  await takeVenue(db, of, 'held')
  await holdBudget(db, of)
}
async function letGo(db: Db, of: Activity): Promise<void> {
  await freeVenue(db, of)
  await freeBudget(db, of)
}
/** Nobody has a seat in it any more or is asked to sign in, and everybody is told. */
async function emptied(db: Db, of: Activity): Promise<void> {
  const rows = await db.unscoped(activityEnrolment).all({ activityId: of.id, state: [...OPEN] }) // of the activity that ends
  const why = of.stateNote ?? '审批已取消'
  await db.updateWhere(activityEnrolment, { id: rows.map(r => r.id) }, { state: 'cancelled', note: why, offeredUntil: null, cancelledAt: new Date().toISOString() })
  await setCounts(db, of.id, { held: 0 })
  await freeVenue(db, of)
  await holdSpent(db, of)
  if (of.signTaskId) await callOffTask(db, of.signTaskId, why)
  await tell(db, 'calledOff', of, rows, { why })
}
const link = (): string => ORGANISE
const isOfClass = async (db: Db, { orgId }: Activity): Promise<boolean> => orgId !== null && (await db.unscoped(studentOrg).one(orgId)).level === 'class' // of an activity that is decided
const actions = [
  handle(myOrganisers, async ctx => (await organisersOf(ctx)).map(({ id, type, name, free }) => ({ id, type, name, free }))),
  handle(proposeActivity, async (ctx, { organiserId, ...form }) => {
    const columns = columnsOf(await organiserFor(ctx, organiserId))
    await mustHaveSettled(ctx.db, columns)
    await mustHaveClosed(ctx.db, columns)
    const asked = { ...filled(form), ...columns }
    await mustHold(ctx.db, asked)
    if (columns.societyId) await mustBePlanned(ctx.db, columns.societyId, asked.title)
    await lockVenue(ctx.db, asked.venueId)
    await lockBudget(ctx.db, asked)
    const row = await ctx.db.insert(activity, { ...asked, applicantId: ctx.me.userId, state: 'pending' })
    await attach(ctx.db, row)
    await take(ctx.db, row) // before the case is opened: a refusal names the field
    await submit(ctx, activitySubject, row)
    return { id: row.id }
  }),
  handle(changeActivity, async (ctx, { id, ...form }) => {
    const { organiserType, societyId } = await own.lock(ctx, id, 'change')
    if (societyId) await mustBePlanned(ctx.db, societyId, form.title)
    const asked = filled(form)
    await mustHold(ctx.db, { ...asked, organiserType })
    await lockVenue(ctx.db, asked.venueId)
    const row = await ctx.db.update(activity, id, asked)
    await attach(ctx.db, row)
    await take(ctx.db, row) // as above
    await resubmit(ctx, activitySubject, row)
  }),
  handle(withdrawActivity, async (ctx, { id }) => {
    await own.lock(ctx, id, 'withdraw')
    await withdraw(ctx, { bizType: activity.name, bizId: id })
  }),
  handle(callOffActivity, async (ctx, { id, reason }) => {
    await findRun(ctx, id)
    const row = await ctx.db.unscoped(activity).lock(id, 'callOff') // the caller runs it
    if (Date.now() >= Date.parse(row.startAt)) refuse('begun', { title: row.title, start: schoolTimeText(row.startAt) })
    const why = { stateNote: reason }
    if ((await casesOf(ctx.db, activity.name, [id])).has(id)) {
      await ctx.db.update(activity, id, why)
      await cancel(ctx, { bizType: activity.name, bizId: id }, reason)
    } else await emptied(ctx.db, await ctx.db.update(activity, id, { ...why, state: 'cancelled' })) // one that was never applied for here
  }),
]
const MOST = 100
const readings = [
  handle(ledActivities, async ctx => {
    const { db, me } = ctx
    const of = (await Promise.all((await runBy(ctx)).map(by => db.unscoped(activity).all(by, { sort: ['-startAt'], limit: MOST })))).flat() // of organisers the caller acts for
    const rows = [...new Map([...(await own.all(ctx)), ...of].map(r => [r.id, r])).values()].toSorted((a, b) => b.startAt.localeCompare(a.startAt))
    const ids = rows.map(r => r.id)
    const [words, queue, cases] = [await wordsOf(db, rows), await queuesIn(db, ids), await casesOf(db, activity.name, ids)]
    return rows.map(row => {
      const { admitted, waiting } = queue(row.id)
      const { id, state } = row
      const isMine = row.applicantId === me.userId
      const instanceId = isMine ? (cases.get(id)?.instanceId ?? null) : null
      const may = (verb: 'change' | 'withdraw' | 'callOff') => activityStates.allows({ state }, verb)
      return {
        ...only(ledActivities.output, row),
        organiser: words(row).organiser,
        phase: phaseOf(row),
        admitted,
        waiting,
        instanceId,
        abilities: {
          change: isMine && may('change'),
          withdraw: isMine && may('withdraw'),
          callOff: may('callOff') && Date.parse(row.startAt) > Date.now(),
          costs: mayClose(row),
          move: may('callOff') && !row.signTaskId && Date.parse(row.startAt) > Date.now(),
        },
      }
    })
  }),
  handle(activityCard, async (ctx, { id }) => {
    const { db } = ctx
    const row = await readableRow(ctx, activity, id)
    const departments = await db.cached(department)
    const names = await accountNames(db, [row.applicantId])
    return {
      ...only(FIELDS, row),
      ...{ organiser: (await wordsOf(db, [row]))(row).organiser, organiserType: row.organiserType, applicant: names.get(row.applicantId) ?? null },
      venue: (await db.cached(venue)).get(row.venueId ?? '')?.name ?? null,
      colleges: (row.collegeIds ?? []).flatMap(c => departments.get(c ?? '')?.name ?? []).join('、') || null,
      above: aboveOf(row, (await db.cached(activityRate)).values()),
      shares: await sharesSaid(ctx, row),
      free: await freeOf(db, row),
      nearby: await nearby(db, row),
    }
  }),
  compute(activity, ['phase', 'admitted', 'waiting', 'organiser'], async ({ db }, rows) => {
    const all = await db.unscoped(activity).all({ id: rows.map(r => r.id ?? '') }) // rows the reader has
    const [words, queue] = [
      await wordsOf(db, all),
      await queuesIn(
        db,
        all.map(a => a.id),
      ),
    ]
    const of = new Map(all.map(a => [a.id, a]))
    for (const row of rows) {
      const known = of.get(row.id ?? '')
      if (!known) continue
      const { admitted, waiting } = queue(known.id)
      Object.assign(row, { phase: phaseOf(known), admitted, waiting, organiser: words(known).organiser })
    }
  }),
]
/** Approved or waiting activities in the same place at that time, for who decides. */
const nearby = (db: Db, { id, venueId, startAt, endAt }: Activity): Promise<Array<Pick<Activity, 'title' | 'startAt' | 'endAt'>>> =>
  db.query<Pick<Activity, 'title' | 'startAt' | 'endAt'>>(sql`select title, start_at as "startAt", end_at as "endAt" from activity
    where tenant_id = ${db.me.tenantId} and id <> ${id} and venue_id = ${venueId}::uuid and state in ('pending', 'returned', 'approved') and start_at < ${endAt}::timestamptz and end_at > ${startAt}::timestamptz
    order by start_at limit 20`)
export default [
  own.files,
  ...actions,
  ...readings,
  ...application<typeof activity>(activitySubject, {
    async describe(db, row) {
      const { reviewsGuests } = await settingsOf(db)
      const { organiser } = (await wordsOf(db, [row]))(row)
      return {
        applicantId: row.applicantId,
        studentId: null,
        title: { text: '{organiser}的活动“{title}”', values: { organiser: organiser ?? '', title: row.title } },
        facts: {
          organiserType: row.organiserType,
          isOfClass: await isOfClass(db, row),
          isAbove: aboveOf(row, (await db.cached(activityRate)).values()).length > 0,
          yuan: yuanOf(row.budgetSum),
          people: row.quota ?? 0,
          hasGuests: reviewsGuests && Boolean(row.guests),
        },
      }
    },
    link,
    mobileLink: link,
    async onSubmitted({ db }, row) {
      await mustHold(db, row)
      await take(db, row)
    },
    async onApproved({ db }, row) {
      await takeVenue(db, row, 'confirmed')
      await holdBudget(db, row)
    },
    onRejected: async ({ db }, row) => letGo(db, row),
    onWithdrawn: async ({ db }, row) => letGo(db, row),
    onCancelled: async ({ db }, row) => emptied(db, row),
  }),
]
