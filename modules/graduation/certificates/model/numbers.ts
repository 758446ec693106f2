import { fill } from '#model/refusal.ts'

export const SERIAL_DIGITS = 6
export const LAST_SERIAL = 10 ** SERIAL_DIGITS - 1
const MARK = '#'
export type Places = Readonly<Record<'school' | 'unit' | 'type' | 'year' | 'level' | 'degree', string>>
/** A number without its serial; undefined where the pattern has no place for one. */
export const seriesOf = (pattern: string, places: Places): string | undefined => (pattern.includes('{serial}') ? fill(pattern, { ...places, serial: MARK }) : undefined)
export const numberIn = (series: string, serial: number): string => series.replace(MARK, String(serial).padStart(SERIAL_DIGITS, '0'))
/** `1:01,2:02` as a table. */
export const codesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/[,，]/).flatMap(pair => {
      const [level, code] = pair.split(/[:：]/).map(part => part.trim())
      return level && code ? [[level, code] as const] : []
    }),
  )
