import { fill } from '#model/refusal.ts'

const SEQ = /\{seq([1-9])\}/
const MARK = '#'
export interface Series {
  series: string
  digits: number
}
/** Numbers that count together, and how many digits they count with; undefined where the pattern has no place to count. */
export function seriesOf(pattern: string, places: { year: number; level: string }): Series | undefined {
  const digits = Number(SEQ.exec(pattern)?.[1] ?? 0)
  return digits ? { series: fill(pattern.replace(SEQ, MARK), { ...places }), digits } : undefined
}
export const lastOf = (digits: number): number => 10 ** digits - 1
export const numberIn = ({ series, digits }: Series, serial: number): string => series.replace(MARK, String(serial).padStart(digits, '0'))
/** 30-LT1: a letter issued again carries the number of the first one. */
export function reissueNo(letterNo: string): string {
  const [, base = letterNo, times] = /^(.*?)补(\d*)$/.exec(letterNo) ?? [] // verbatim
  return base === letterNo ? `${base}补` : `${base}补${Number(times || 1) + 1}` // verbatim
}
