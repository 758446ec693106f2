import { type Row, refusalOf } from '#model'
import { application, resubmit, submit } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { holdersOf } from '#server/access/holders.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { engagement } from '../model/engagement.ts'
import { unitSubject } from '../model/flow.ts'
import { workPost } from '../model/post.ts'
import { employUnit, resumeUnit, stopUnit, submitUnit, unitStates } from '../model/unit.ts'

export type Unit = Row<typeof employUnit>
async function mustBeWhole(db: Db, { kind, licenceNo, userIds }: Partial<Unit>): Promise<void> {
  if (kind === 'external' && !licenceNo) throw refusalOf(employUnit, 'licence', {}, 'licenceNo')
  if (!userIds?.length) return
  const holders = new Set((await holdersOf(db, 'employer')).map(h => h.id))
  const other = userIds.find(id => !holders.has(id))
  if (other) throw refusalOf(employUnit, 'notEmployer', { name: (await accountNamer(db, [other]))(other) }, 'userIds')
}
/** Whoever approves units enters them in force; an employer enters their own, to be approved. */
const isOffice = ({ me }: Ctx): boolean => me.permissions.has(stopUnit.permission)
/** A unit in force; posts and hours of others rest. */
export async function unitInForce(db: Db, id: string): Promise<Unit> {
  const unit = await db.unscoped(employUnit).one(id) // of a row in the caller's scope
  if (unit.state !== 'approved') throw refusalOf(employUnit, 'off', { name: unit.name, state: { text: unitStates.labels[unit.state] } })
  return unit
}
export default [
  rules(employUnit, {
    async add(ctx, draft) {
      const isInForce = isOffice(ctx)
      Object.assign(draft, { makerId: ctx.me.userId, state: isInForce ? 'approved' : 'draft' })
      if (!isInForce) draft.userIds = [ctx.me.userId]
      await mustBeWhole(ctx.db, draft)
    },
    async update(ctx, row, patch) {
      // who belongs to a unit and what pays for it is the office's to say
      if (!isOffice(ctx)) for (const name of ['userIds', 'budgetFundId'] as const) delete patch[name]
      await mustBeWhole(ctx.db, { ...row, ...patch })
    },
    async remove({ db }, row) {
      const n = await db.unscoped(workPost).count({ unitId: row.id }) // any post keeps it
      if (n) throw refusalOf(employUnit, 'used', { name: row.name, n })
    },
  }),
  application<typeof employUnit>(unitSubject, {
    describe: async (_db, row) => ({ applicantId: row.makerId ?? '', studentId: null, title: { text: '用工单位登记：{name}', values: { name: row.name } }, facts: {} }),
    link: () => '/workStudy/units',
  }),
  handle(submitUnit, async (ctx, { id }) => {
    const { db, me } = ctx
    const row = await db.visible(employUnit).lock(id, 'submit')
    if (row.kind === 'external' && !row.agreementFiles?.length) throw refusalOf(employUnit, 'agreement', {}, 'agreementFiles')
    const after = await db.update(employUnit, id, { makerId: me.userId })
    await (row.state === 'returned' ? resubmit(ctx, unitSubject, after) : submit(ctx, unitSubject, after))
  }),
  handle(stopUnit, async ({ db }, { id, reason }) => {
    const row = await db.visible(employUnit).lock(id, 'stop')
    const n = await db.unscoped(engagement).count({ unitId: id, state: 'active' }) // of the unit just locked
    if (n) throw refusalOf(employUnit, 'onDuty', { name: row.name, n })
    await db.update(employUnit, id, { state: 'stopped', stopReason: reason })
    await db.updateWhere(workPost, { unitId: id, state: ['open', 'full'] }, { state: 'closed' })
  }),
  handle(resumeUnit, async ({ db }, { id }) => {
    await db.visible(employUnit).lock(id, 'resume')
    await db.update(employUnit, id, { state: 'approved', stopReason: null })
  }),
].flat()
