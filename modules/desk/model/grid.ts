/** The desktop's grid: twelve columns, unlimited rows. Pure functions shared by browser and server. */
export const COLUMNS = 12
export const MOST_ROWS = 200
export interface Place {
  widget: string
  x: number
  y: number
  w: number
  h: number
}
export const overlap = (a: Place, b: Place): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const isFree = (place: Place, placed: readonly Place[]): boolean => !placed.some(p => overlap(p, place))
const inOrder = (places: readonly Place[], first: ReadonlySet<string>): Place[] =>
  [...places].sort((a, b) => a.y - b.y || Number(first.has(b.widget)) - Number(first.has(a.widget)) || a.x - b.x)

/** Compacts upwards from the top: gaps close without overlap. Those in `first` go before others in the same row. */
export function compact<P extends Place>(places: readonly P[], first: ReadonlySet<string> = new Set()): P[] {
  const placed: P[] = []
  for (const place of inOrder(places, first) as P[]) {
    let y = place.y
    while (!isFree({ ...place, y }, placed)) y++
    while (y > 0 && isFree({ ...place, y: y - 1 }, placed)) y--
    placed.push({ ...place, y })
  }
  return placed
}
/** Clamps a place to the twelve columns and the widget's minimum size. */
export function fitted<P extends Place>(place: P, least: readonly [w: number, h: number] = [1, 1]): P {
  const w = clamp(place.w, least[0], COLUMNS)
  return { ...place, w, h: clamp(place.h, least[1], 40), x: clamp(place.x, 0, COLUMNS - w), y: clamp(place.y, 0, MOST_ROWS) }
}
const clamp = (n: number, from: number, to: number): number => Math.min(Math.max(Math.round(n), from), to)

/** Moves or resizes a widget; overlapped ones are pushed down. `fixed` ones stay, the moved one goes below them. */
export function moved<P extends Place>(
  places: readonly P[],
  widget: string,
  to: Partial<Omit<Place, 'widget'>>,
  least?: readonly [number, number],
  fixed: ReadonlySet<string> = new Set(),
): P[] {
  const mine = places.find(p => p.widget === widget)
  if (!mine || fixed.has(widget)) return [...places]
  return compact([...places.filter(p => p.widget !== widget), fitted({ ...mine, ...to }, least)], new Set([...fixed, widget]))
}
/** Position for a new widget: below all others. */
export const bottom = (places: readonly Place[]): number => places.reduce((y, p) => Math.max(y, p.y + p.h), 0)

/** The role's layout merged with the user's: locked widgets as in the role, the rest as the user arranged it. */
export function merged(role: ReadonlyArray<Place & { isLocked?: boolean }>, own: readonly Place[] | undefined): Array<Place & { isLocked: boolean }> {
  const locked = role.filter(p => p.isLocked)
  const names = new Set(locked.map(p => p.widget))
  const rest = own ? own.filter(p => !names.has(p.widget)) : role.filter(p => !p.isLocked)
  const all = [...locked.map(p => ({ ...p, isLocked: true })), ...rest.map(p => ({ ...p, isLocked: false }))]
  return compact(all, names)
}
