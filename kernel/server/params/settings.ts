import type { Parameter, SettingsOf } from '#model'
import type { Db } from '../context.ts'

type Declared = Readonly<Record<string, Parameter>>

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** An invalid time of day counts as never set. */
const isUsable = ({ initial }: Parameter, value: unknown): boolean =>
  value !== undefined && value !== null && (typeof initial !== 'string' || !TIME.test(initial) || TIME.test(String(value)))

/** Reads a module's parameters as the school has set them, with the program's defaults for the rest; cached. `export const settingsOf = settingsReader('leave', PARAMETERS)`. */
export function settingsReader<P extends Declared>(group: string, parameters: P): (db: Pick<Db, 'params'>) => Promise<SettingsOf<P>> {
  const declared = Object.entries(parameters)
  return async db => {
    const stored = await db.params(group)
    return Object.fromEntries(declared.map(([key, p]) => [key, isUsable(p, stored[key]) ? stored[key] : p.initial])) as SettingsOf<P>
  }
}
