/** Ways to prove presence. */
export const WAYS = { qr: '现场二维码', number: '现场数字', location: '定位', photo: '现场拍照', staff: '老师点名' } as const
export type Way = keyof typeof WAYS
/** Ways students use themselves; `staff` is always available to the publisher. */
export const OWN_WAYS = ['qr', 'number', 'location', 'photo'] as const
export const WAY_RULES = { any: '任选一种', all: '全部都要' } as const
export type WayRule = keyof typeof WAY_RULES
/** Way stored in a line: one, or several combined. */
export const TAKEN_WAYS = { ...WAYS, several: '组合方式' } as const
export type TakenWay = keyof typeof TAKEN_WAYS

export const isWay = (value: unknown): value is Way => typeof value === 'string' && Object.hasOwn(WAYS, value)
/** Ways of a task available to students, in order of display. */
export const ownWays = (ways: readonly string[]): Way[] => OWN_WAYS.filter(way => ways.includes(way))
/** Ways still missing; empty if the evidence suffices. Code and number prove the same room: either suffices. */
export function lackingWays(ways: readonly string[], rule: WayRule, shown: readonly Way[]): Way[] {
  const wanted = ownWays(ways)
  const isShown = (way: Way): boolean =>
    shown.includes(way) || ((way === 'qr' || way === 'number') && wanted.includes('qr') && wanted.includes('number') && shown.some(s => s === 'qr' || s === 'number'))
  const lacking = wanted.filter(way => !isShown(way))
  return rule === 'all' || lacking.length === wanted.length ? lacking : []
}
export const takenWay = (shown: readonly Way[]): TakenWay => (shown.length > 1 ? 'several' : (shown[0] ?? 'staff'))
