/** 准考证号: what a pattern may be made of. */
const FILLED: readonly string[] = ['yy', 'kind', 'room3', 'seat2']
export const ZKZH_PATTERN = '{yy}{kind}{room3}{seat2}'
const KIND_DIGITS = { single: '1', upgrade: '2', other: '9' } as const
const PLACES = /\{(\w+)\}/g

/** A placeholder that nothing fills, or one without which numbers would not differ. */
export function patternFault(pattern: string): { unknown?: string; lacking?: string } | undefined {
  const there = [...pattern.matchAll(PLACES)].map(m => m[1] as string)
  const unknown = there.find(one => !FILLED.includes(one))
  if (unknown) return { unknown: `{${unknown}}` }
  const lacking = (['room3', 'seat2'] as const).find(one => !there.includes(one))
  return lacking ? { lacking: `{${lacking}}` } : undefined
}
/** The number of a place, which no other place of the examination has: room and seat have their full length. */
export function zkzhOf(pattern: string, of: { year: number; kind: keyof typeof KIND_DIGITS; roomNo: string; seatNo: number }): string {
  const values: Readonly<Record<string, string>> = {
    yy: String(of.year % 100).padStart(2, '0'),
    kind: KIND_DIGITS[of.kind],
    room3: of.roomNo.padStart(3, '0'),
    seat2: String(of.seatNo).padStart(2, '0'),
  }
  return pattern.replace(PLACES, (_, name: string) => values[name] ?? '')
}
