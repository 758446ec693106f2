import type { Field, Mask } from '#model'

const stars = (n: number): string => '*'.repeat(n)
const MASKS: Record<Mask, (value: string) => string> = {
  /** Shows seven digits of a mobile number, and never more than half of a shorter one. */
  phone: v => {
    if (v.length >= 11) return `${v.slice(0, 3)}${stars(v.length - 7)}${v.slice(-4)}`
    return v.length >= 7 ? `${v.slice(0, 1)}${stars(v.length - 3)}${v.slice(-2)}` : stars(v.length)
  },
  /** Shows only the first digit: place and date of birth are often shown beside it, so the last digits with the check digit would leave a few dozen candidates. */
  idNo: v => (v.length >= 8 ? `${v.slice(0, 1)}${stars(v.length - 1)}` : stars(v.length)),
  name: v => `${[...v][0] ?? ''}${stars(Math.max(1, [...v].length - 1))}`,
  address: v => `${v.slice(0, Math.min(6, Math.floor(v.length / 2)))}******`,
  email: v => {
    const at = v.lastIndexOf('@')
    return at > 0 ? `${v[0]}***${v.slice(at)}` : stars(v.length)
  },
  whole: () => '******',
}
/** Masks a personal value for readers who may not see it whole. */
export const mask = (field: Field, value: unknown): unknown =>
  typeof value === 'string' && value ? MASKS[field.options.mask ?? 'whole'](value) : value === null || value === undefined ? null : '******'
