import { isValidElement, type ReactElement } from 'react'
import type { Action, Entity } from '#model'
import type { Act } from './Acts.tsx'

/** What a row says of its reader, by verb or action. Nothing is said where the permission alone decides. */
export type WithAbilities = { readonly abilities?: Readonly<Record<string, boolean>> | null }
/** Whether a row leaves this to its reader; whether they hold the permission at all is asked beside it. */
export const allows = (row: WithAbilities | undefined, verb: string): boolean => row?.abilities?.[verb] !== false

/** Leaves out what a row may not be acted on with: acts that name their action, and buttons of one. */
export const allowedActs = (of: Entity, row: WithAbilities, acts: ReadonlyArray<Act | ReactElement>): Array<Act | ReactElement> =>
  row.abilities
    ? acts.filter(act => {
        const action = actionOf(act)
        return !action || action.of !== of.name || allows(row, action.name)
      })
    : [...acts]
function actionOf(act: Act | ReactElement): Pick<Action, 'of' | 'name'> | undefined {
  if (!isValidElement<{ of?: unknown }>(act)) return (act as Act).of
  const { of } = act.props
  return typeof of === 'object' && of !== null && 'method' in of ? (of as Action) : undefined
}
