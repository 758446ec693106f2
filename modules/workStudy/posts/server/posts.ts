import { type Row, refusalOf } from '#model'
import { yuanOf, yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { isWeekSpan } from '#model/week-spans.ts'
import { calendarOf, dayTypeOn } from '#modules/campus/server/api.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { application, namedConditions, resubmit, submit } from '#modules/workflow/server/api.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { postSubject } from '../model/flow.ts'
import { closePost, conditionsOfPost, HAZARDS, publishPost, reopenPost, setConditions, workPost } from '../model/post.ts'
import { settingsOf } from './settings.ts'
import { unitInForce } from './units.ts'

export type Post = Row<typeof workPost>
function mustBeWhole({ schedule, applyFrom, applyTo, workFrom, workTo, hazard, safetyNote }: Partial<Post>): void {
  if (schedule && !(Array.isArray(schedule) && schedule.length && schedule.every(isWeekSpan))) throw refusalOf(workPost, 'spans', {}, 'schedule')
  if (applyFrom && applyTo && Date.parse(applyTo) <= Date.parse(applyFrom))
    throw refusalOf(workPost, 'window', { from: schoolTimeText(applyFrom), to: schoolTimeText(applyTo) }, 'applyTo')
  if (workFrom && workTo && workTo < workFrom) throw refusalOf(workPost, 'work', { from: workFrom, to: workTo }, 'workTo')
  if (hazard === 'dangerous') throw refusalOf(workPost, 'dangerous', {}, 'hazard')
  if (hazard && hazard !== 'ordinary' && !safetyNote?.trim()) throw refusalOf(workPost, 'safety', { place: { text: HAZARDS[hazard] } }, 'safetyNote')
}
/** Hours and pay against the figures of the first day at work (40-P1). */
async function mustKeepFigures(db: Db, { workFrom, hoursPerWeek, payMode, rate }: Post): Promise<void> {
  const [hours, { amount: least }] = [await figureOn(db, 'workStudy.hours', { on: workFrom }), await figureOn(db, 'workStudy.minHourly', { on: workFrom })]
  if (hoursPerWeek > hours.vacationWeek || (hoursPerWeek > hours.week && !(await isVacationWork(db, workFrom))))
    throw refusalOf(workPost, 'hours', { asked: hoursPerWeek, limit: hours.week }, 'hoursPerWeek')
  if (payMode === 'hourly') {
    if (rate < least) throw refusalOf(workPost, 'hourly', { asked: yuanText(rate), least: yuanText(least) }, 'rate')
    return
  }
  const { monthlyFloor } = await settingsOf(db)
  const asked = Math.round((rate * hours.week) / hoursPerWeek)
  if (asked < monthlyFloor * 100) throw refusalOf(workPost, 'monthly', { asked: yuanText(asked), least: yuanText(monthlyFloor * 100) }, 'rate')
}
const isVacationWork = async (db: Db, on: string): Promise<boolean> => dayTypeOn(await calendarOf(db), on) === 'vacation'
export default [
  rules(workPost, {
    async add({ db, me }, draft) {
      mustBeWhole(draft)
      await unitInForce(db, draft.unitId ?? '')
      Object.assign(draft, { makerId: me.userId })
    },
    update: async (_ctx, row, patch) => mustBeWhole({ ...row, ...patch }),
  }),
  compute(workPost, ['seatsLeft'], async (_ctx, rows) => {
    for (const row of rows) row.seatsLeft = row.headcount - row.filled
  }),
  application<typeof workPost>(postSubject, {
    describe: async (_db, row) => ({
      applicantId: row.makerId ?? '',
      studentId: null,
      title: { text: '勤工助学岗位：{title}（{n} 人）', values: { title: row.title, n: row.headcount } },
      facts: { yuan: yuanOf(row.rate) },
    }),
    link: row => `/workStudy/posts?id=${row.id}`,
    async onApproved({ db }, row) {
      await db.update(workPost, row.id, { state: 'open', openedAt: new Date().toISOString() })
      await db.emit('workStudy.postOpened', { postId: row.id })
    },
  }),
  handle(publishPost, async (ctx, { id }) => {
    const { db, me } = ctx
    const row = await db.visible(workPost).lock(id, 'publish')
    await unitInForce(db, row.unitId)
    mustBeWhole(row)
    await mustKeepFigures(db, row)
    const after = await db.update(workPost, id, { makerId: me.userId })
    await (row.state === 'returned' ? resubmit(ctx, postSubject, after) : submit(ctx, postSubject, after))
  }),
  handle(closePost, async ({ db }, { id }) => {
    await db.visible(workPost).lock(id, 'close')
    await db.update(workPost, id, { state: 'closed' })
  }),
  handle(reopenPost, async ({ db }, { id, applyTo }) => {
    const row = await db.visible(workPost).lock(id, 'reopen')
    await unitInForce(db, row.unitId)
    mustBeWhole({ applyFrom: row.applyFrom, applyTo })
    await db.update(workPost, id, { applyTo, state: row.filled < row.headcount ? 'open' : 'full' })
  }),
  handle(setConditions, async (ctx, { id, conditions: given }) => {
    await ctx.db.visible(workPost).lock(id, 'setConditions')
    const conditions = await namedConditions(ctx, given)
    await ctx.db.update(workPost, id, { conditions })
  }),
  handle(conditionsOfPost, async ({ db }, { id }) => ({ conditions: (await db.visible(workPost).one(id)).conditions ?? [] })),
].flat()
