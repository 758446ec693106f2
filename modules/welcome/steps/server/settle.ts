import { refusalOf } from '#model'
import type { Db, Lang } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { allowsAct, isStoppedFor, type StepAct, type StepState, stepStates, welcomeStepState } from '../model/step-state.ts'
import { arrive, leave } from './arrive.ts'
import { follow } from './move.ts'
import { type Member, type State, type Step, statesOf, stepsOf } from './people.ts'
import { reasonsOf } from './reasons.ts'

interface Found {
  member: Member
  step: Step
  state: State
  /** Whose. */
  name: string
  lang: Lang
}
const VERBS: Readonly<Record<StepAct, string>> = { submit: '提交', confirm: '办结', sendBack: '退回', waive: '免办', reopen: '撤销办结' }

/** Brings a step of a locked person into a new state, as a verb allows; what follows from it is part of it. A step to be rechecked may be confirmed again. */
export async function settle(db: Db, { member, step, state, name, lang }: Found, verb: StepAct, to: { state: StepState } & Partial<State>): Promise<void> {
  const isRechecked = verb === 'confirm' && state.recheck
  if ((state.state === 'locked' && verb !== 'waive') || (isStoppedFor(member, step) && (verb === 'confirm' || verb === 'submit' || verb === 'waive'))) {
    const [steps, states] = [await stepsOf(db, member.batchId), await statesOf(db, member)]
    const why = (await reasonsOf(db, member, steps, new Map(states.map(s => [s.stepCode, s])))).get(step.code) ?? []
    throw refusalOf(welcomeStepState, 'lacks', { step: step.name, why: why.map(w => formatWording(lang, w)).join('；') }, 'code')
  }
  if (!isRechecked && !allowsAct(state, verb))
    throw refusalOf(welcomeStepState, 'settledState', { name, step: step.name, state: { text: stepStates.labels[state.state] }, verb: { text: VERBS[verb] } }, 'code')
  const at = to.state === 'open' ? null : (to.at ?? new Date().toISOString())
  await db.update(welcomeStepState, state.id, { recheck: false, ...to, at })
  if (step.phase === 'site' && to.state === 'done' && at) await arrive(db, member.batchId, [member.studentId], at)
  if (step.phase === 'site' && to.state === 'open') await leave(db, member.batchId, member.studentId)
  await follow(db, member.batchId, [{ studentId: member.studentId, stepCode: step.code, state: to.state }])
}
