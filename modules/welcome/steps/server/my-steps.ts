import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { venue } from '#modules/campus/model/places.ts'
import { ownStudentId, studentOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Ctx, handle } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { mySteps, submitStep } from '../model/actions.ts'
import { welcomePoint } from '../model/point.ts'
import { allowsAct, welcomeStepState } from '../model/step-state.ts'
import { batchOf, findBatch, isTaken, lockStep, statesOf, stepsOf, windowOf } from './people.ts'
import { reasonsOf } from './reasons.ts'
import { settle } from './settle.ts'

/** Where each step is done, by its code. */
async function placesOf({ db }: Ctx, batchId: string): Promise<ReadonlyMap<string, string>> {
  const [points, venues] = [await db.unscoped(welcomePoint).all({ batchId, isOpen: true }, { sort: ['name'] }), await db.cached(venue)] // open to everybody who takes part
  const named = points.flatMap(p => p.stepCodes.flatMap(code => (code ? [[code, [p.name, venues.get(p.venueId ?? '')?.name].filter(Boolean).join(' ')] as const] : [])))
  return new Map(
    [...Map.groupBy(named, ([code]) => code)].map(([code, all]) => [
      code,
      all
        .map(([, name]) => name)
        .join('、')
        .slice(0, 200),
    ]),
  )
}
/** 30-WS2 */
const mine = handle(mySteps, async ctx => {
  const { db, me, lang } = ctx
  const found = me.studentId ? await findBatch(db, me.studentId) : undefined
  if (!found) return { batch: null, arrivedAt: null, className: null, counsellor: null, steps: [] }
  const { batch, member } = found
  const { studentId } = member
  const [steps, rows, who, places] = [await stepsOf(db, batch.id), await statesOf(db, member), await studentOf(db, studentId), await placesOf(ctx, batch.id)]
  const states = new Map(rows.map(r => [r.stepCode, r]))
  const why = await reasonsOf(db, member, steps, states)
  const [counsellor] = who ? await staffOf(db, who, 'fdy') : []
  const { id, name, preFrom, preTo, siteFrom, siteTo, contacts } = batch
  return {
    batch: { id, name, preFrom, preTo, siteFrom, siteTo, contacts },
    ...{ arrivedAt: member.arrivedAt, className: who?.className ?? null, counsellor: counsellor ? (await accountNamer(db, [counsellor]))(counsellor) : null },
    steps: steps.flatMap(step => {
      const state = states.get(step.code)
      if (!state) return []
      const { from, to } = windowOf(batch, step)
      const isOpen = isTaken({ from, to })
      return {
        ...{ code: step.code, name: step.name, phase: step.phase, kind: step.kind, required: step.required, form: step.form, from, to, isOpen },
        ...{ state: state.state, recheck: state.recheck, at: state.at, remark: state.remark, place: places.get(step.code) ?? null },
        canSubmit: step.kind === 'self' && !step.autoSource && isOpen && allowsAct(state, 'submit'),
        why: (why.get(step.code) ?? []).map(said => formatWording(lang, said)),
      }
    }),
  }
})
/** A step that staff confirm waits for them; any other is done. */
const submit = handle(submitStep, async ({ db, me, lang }, { code }) => {
  const found = await batchOf(db, ownStudentId(me))
  const { batch, step, state, member, name } = await lockStep(db, found.member, code)
  if (step.kind !== 'self') throw refusalOf(welcomeStepState, 'notSelf', { step: step.name }, 'code')
  if (step.autoSource) throw refusalOf(welcomeStepState, 'elsewhere', { step: step.name }, 'code')
  const taken = windowOf(batch, step)
  if (!isTaken(taken)) throw refusalOf(welcomeStepState, 'closedWindow', { step: step.name, from: schoolTimeText(taken.from), to: schoolTimeText(taken.to) }, 'code')
  const to = step.staffRoles?.length ? ('submitted' as const) : ('done' as const)
  await settle(db, { member, step, state, name, lang }, 'submit', { state: to, channel: 'self', by: me.userId, remark: null })
  return { state: to }
})
export default [mine, submit]
