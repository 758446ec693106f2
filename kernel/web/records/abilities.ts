import { isValidElement, type ReactElement } from 'react'
import type { Action, Entity } from '#model'
import type { Act } from './Acts.tsx'

/** What a row says of its reader, by verb or action. Nothing is said where the permission alone decides. */
export type WithAbilities = { readonly abilities?: Readonly<Record<string, boolean>> | null }
/** Whether a row leaves this to its reader; whether they hold the permission at all is asked beside it. */
export const allows = (row: WithAbilities | undefined, verb: string): boolean => row?.abilities?.[verb] !== false

/** A record verb as a screen offers it; `run` is there for those who hold its permission. */
interface OfferedVerb<R> {
  verb: string
  label: string
  danger?: boolean
  run: ((row: R) => void) | undefined
}
/** The acts of a row that are record verbs: those that are offered, and that the row does not keep from its reader. */
export const verbActs = <R extends WithAbilities>(row: R, offered: ReadonlyArray<OfferedVerb<R>>): Act[] =>
  offered.flatMap(({ verb, label, danger, run }) => (run && allows(row, verb) ? [{ label, ...(danger ? { danger } : {}), onClick: () => run(row) }] : []))

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
