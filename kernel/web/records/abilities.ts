import { isValidElement, type ReactElement } from 'react'
import { type Action, type Entity, stateAllows } from '#model'
import type { Act, ActOf } from '#web/feedback/Acts.tsx'

/** Per-row abilities of the user, by verb or action. Absent where the permission alone decides. */
export type WithAbilities = { readonly abilities?: Readonly<Record<string, boolean>> | null }
/** Whether the row allows this; the permission itself is checked separately. */
export const allows = (row: WithAbilities | undefined, verb: string): boolean => row?.abilities?.[verb] !== false

/** A record verb offered by a screen; `run` is set if the user holds its permission. */
interface OfferedVerb<R> {
  verb: string
  label: string
  danger?: boolean
  run: ((row: R) => void) | undefined
}
/** Row actions for record verbs that are offered and that the row and its state allow. */
export const verbActs = <R extends WithAbilities>(of: Entity, row: R, offered: ReadonlyArray<OfferedVerb<R>>): Act[] =>
  offered.flatMap(({ verb, label, danger, run }) =>
    run && allows(row, verb) && stateAllows(of, row, verb) ? [{ label, ...(danger ? { danger } : {}), onClick: () => run(row) }] : [],
  )

/** Drops acts that the user's permissions, the row's abilities or its state deny: acts with an action, and action buttons. */
export const allowedActs = (of: Entity, row: WithAbilities, acts: ReadonlyArray<Act | ReactElement>, can: (permission: string) => boolean): Array<Act | ReactElement> =>
  acts.filter(act => {
    const action = actionOf(act)
    if (!action) return true
    if (action.access === 'permission' && action.permission && !can(action.permission)) return false
    return action.of !== of.name || (allows(row, action.name) && stateAllows(of, row, action.name))
  })
function actionOf(act: Act | ReactElement): ActOf | undefined {
  if (!isValidElement<{ of?: unknown }>(act)) return (act as Act).of
  const { of } = act.props
  return typeof of === 'object' && of !== null && 'method' in of ? (of as Action) : undefined
}
