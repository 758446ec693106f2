import type { Row } from '#model'
import { refusalOf } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { type Applied, application, submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { documentDelivery } from '../../cases/model/delivery.ts'
import { punishment, punishmentStates } from '../../cases/model/punishment.ts'
import { aboutPunishment, caseOf, changePunishment, ownPunishments, type Punishment, partyOf, servedDocuments, takeNumber, termsOf } from '../../cases/server/api.ts'
import { liftSubject } from '../model/flow.ts'
import { applyLift, extendPunishment, liftChecks, punishmentLift, startLifts } from '../model/lift.ts'
import { LIFT_MESSAGES } from '../model/messages.ts'
import { checksOf, missingMonths } from './checks.ts'

type Lift = Row<typeof punishmentLift>
const wrong = (key: string, values: Record<string, unknown> = {}) => refusalOf(punishmentLift, key, values)
const unmetOf = async (db: Db, row: Punishment, merit?: string | null): Promise<string[]> => (await checksOf(db, row, merit)).filter(c => !c.isMet).map(c => c.name)
function mustBeInForce(row: Punishment): void {
  if (row.state === 'liftPending') throw wrong('open')
  if (row.state !== 'inForce') throw wrong('notInForce', { state: { text: punishmentStates.labels[row.state] } })
}
/** The punishment is locked: of two at once the second finds it in approval. */
async function start(ctx: Ctx, row: Punishment, given: { statement: string | null; merit: string | null }): Promise<void> {
  await changePunishment(ctx.db, row.id, { state: 'liftPending' })
  const made = await ctx.db.insert(punishmentLift, { punishmentId: row.id, studentId: row.studentId, applicantId: ctx.me.userId, ...given })
  await submit(ctx, liftSubject, made)
}
const apply = handle(applyLift, async (ctx, { punishmentId, statement, merit = null }) => {
  const row = await ownPunishments.lock(ctx, punishmentId)
  mustBeInForce(row)
  const items = await unmetOf(ctx.db, row, merit)
  if (items.length) throw wrong('unmet', { items: items.map(text => ({ text })) })
  await start(ctx, row, { statement, merit })
})
/** Whoever does not meet the conditions is named and left as they are. */
const startMany = handle(startLifts, async (ctx, { ids }) => {
  const rows = await ctx.db.visibleFor(punishment, startLifts.permission).lockAll(ids.flatMap(id => id ?? []))
  const unmet: string[] = []
  let started = 0
  for (const row of rows) {
    mustBeInForce(row)
    const items = await unmetOf(ctx.db, row)
    if (items.length) unmet.push((await partyOf(ctx.db, row)).name)
    else {
      await start(ctx, row, { statement: null, merit: null })
      started += 1
    }
  }
  return { started, unmet }
})
/** 50-PN12: where the conditions are not met the period may be extended, in all by as much as the school says. */
const extend = handle(extendPunishment, async ({ db }, { punishmentId, months, reason }) => {
  const row = await db.visibleFor(punishment, extendPunishment.permission).lock(punishmentId)
  mustBeInForce(row)
  const { mostMonths } = await termsOf(db, await caseOf(db, row))
  if (!(await unmetOf(db, row)).length) throw wrong('ready', { name: (await partyOf(db, row)).name })
  const used = row.extendedMonths ?? 0
  if (used + months > mostMonths) throw wrong('most', { months, most: mostMonths })
  const periodEnd = addMonths(row.periodEnd ?? today(), months)
  const after = await changePunishment(db, row.id, { periodEnd, extendedMonths: used + months, extendReason: reason, told: null })
  await notifyAbout(db, LIFT_MESSAGES.extended, aboutPunishment, [{ row: after, who: await partyOf(db, after), more: { months, reason, due: periodEnd } }])
  return { periodEnd }
})
async function lift({ db }: Pick<Ctx, 'db'>, { punishmentId }: Lift): Promise<void> {
  const row = await db.unscoped(punishment).lock(punishmentId) // being approved
  const liftDocumentNo = await takeNumber(db, 'liftPattern')
  const after = await changePunishment(db, row.id, { state: 'lifted', liftedOn: today(), liftDocumentNo, dueOn: null })
  await db.emit('discipline.ended', { punishmentId: row.id, studentId: row.studentId, on: today() })
  await notifyAbout(db, LIFT_MESSAGES.lifted, aboutPunishment, [{ row: after, who: await partyOf(db, after), more: { on: today(), liftNo: liftDocumentNo } }])
}
async function back({ db }: Pick<Ctx, 'db'>, { punishmentId }: Lift): Promise<void> {
  const row = await db.unscoped(punishment).lock(punishmentId) // of the application that has ended
  if (row.liftDocumentNo) throw wrong('numbered', { no: row.liftDocumentNo })
  await changePunishment(db, row.id, { state: 'inForce' })
}
async function describe(db: Db, row: Lift): Promise<Applied> {
  const of = await db.unscoped(punishment).one(row.punishmentId) // of the application
  const { name } = await partyOf(db, of)
  return { applicantId: row.applicantId ?? '', studentId: row.studentId, title: { text: '{name} 解除处分 {no}', values: { name, no: of.documentNo ?? '' } }, facts: {} }
}
/** The student's own, or one in the reader's scope. */
const checks = handle(liftChecks, async (ctx, { punishmentId }) => {
  const { db, me } = ctx
  const listed = me.permissions.has(liftChecks.permission) ? await db.visibleFor(punishment, liftChecks.permission).find({ id: punishmentId }) : undefined
  const row = listed ?? (me.studentId ? await ownPunishments.find(ctx, punishmentId) : undefined)
  if (!row) throw notFound()
  return { checks: await checksOf(db, row, null), months: await missingMonths(db, row), isOpen: row.state === 'liftPending' }
})
const asLift = (row: unknown): Lift => row as Lift
export default [
  apply,
  startMany,
  extend,
  checks,
  servedDocuments.make({
    documentKind: 'lift',
    async datesOf(db, row) {
      const served = await db.unscoped(documentDelivery).all({ punishmentId: row.id, documentKind: 'lift', result: 'done' }, { sort: ['effectiveOn'], limit: 1 }) // of the punishment in scope
      return { issuedOn: row.liftedOn, servedOn: served[0]?.effectiveOn ?? null }
    },
    served: async () => {},
  }),
  ...application(liftSubject, {
    describe: (db, row) => describe(db, asLift(row)),
    link: () => '/discipline/lifts',
    onApproved: (ctx, row) => lift(ctx, asLift(row)),
    onRejected: (ctx, row) => back(ctx, asLift(row)),
    onWithdrawn: (ctx, row) => back(ctx, asLift(row)),
    onCancelled: (ctx, row) => back(ctx, asLift(row)),
  }),
]
