/** A code set. `standard` names the standard it implements; schools may add items but not change the standard's. */
export interface Dictionary {
  readonly code: string
  readonly name: string
  readonly standard?: string
  readonly items: readonly DictionaryItem[]
}
export interface DictionaryItem {
  readonly key: string
  readonly value: string
  readonly parent?: string
  readonly color?: string
}

const registered = new Map<string, Dictionary>()

/** Declares a code set. `items` maps codes to Chinese labels, in display order. */
export function dictionary(code: string, name: string, items: Readonly<Record<string, string>> | ReadonlyArray<readonly [string, string]>, standard?: string): Dictionary {
  const pairs = Array.isArray(items) ? (items as ReadonlyArray<readonly [string, string]>) : Object.entries(items as Record<string, string>)
  const made: Dictionary = { code, name, ...(standard ? { standard } : {}), items: pairs.map(([key, value]) => ({ key, value })) }
  if (registered.has(code)) throw new Error(`dictionary ${code} is declared twice`)
  registered.set(code, made)
  return made
}
export const dictionaries = (): Dictionary[] => [...registered.values()]
