/** A number as it is stored and compared: full-width forms made plain, without blanks, in capitals. */
export const tidyNo = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toUpperCase()
/** A name as it is compared: blanks and the dots of transcribed names left out. */
export const tidyName = (text: string): string => text.normalize('NFKC').replace(/[\s·•・．.]/g, '')

const SIGNS = { '#': '[0-9]', '@': '[A-Z]', '*': '[0-9A-Z]' } as const
const SAMPLES = { '#': '20260012345678901234', '@': 'ABCDEFGHIJKLMNOPQRST', '*': '26A00123456789012345' } as const
type Sign = keyof typeof SIGNS
const PART = /([#@*])(?:\{(\d{1,2})\})?|([\s\S])/g
const each = (format: string, sign: (of: Sign, times: number) => string, literal: (text: string) => string): string =>
  [...format.matchAll(PART)].map(([, of, times, text]) => (of ? sign(of as Sign, Number(times ?? 1)) : literal(text ?? ''))).join('')
const formatsOf = (pattern: string): string[] => pattern.trim().split(/\s+/).filter(Boolean)
const sourceOf = (format: string): string =>
  each(
    format,
    (of, times) => `${SIGNS[of]}{${times}}`,
    text => text.toUpperCase().replace(/[\\^$.|?+()[\]{}]/g, '\\$&'),
  )
/** Whether a number has one of the formats: `#` a digit, `@` a letter, `*` either, `#{15}` fifteen digits, anything else itself; several are separated by blanks. */
export function fitsPattern(pattern: string, certNo: string): boolean {
  const formats = formatsOf(pattern)
  return !formats.length || formats.some(format => new RegExp(`^${sourceOf(format)}$`).test(certNo))
}
/** The number in a text that has one of the formats, standing alone among letters and digits. */
export function findNo(pattern: string, text: string): string | null {
  const tidy = tidyNo(text)
  for (const format of formatsOf(pattern)) {
    const found = new RegExp(`(?<![0-9A-Z])${sourceOf(format)}(?![0-9A-Z])`).exec(tidy)
    if (found) return found[0]
  }
  return null
}
/** A number of the first format, as an example. */
export const exampleOf = (pattern: string): string =>
  each(
    formatsOf(pattern)[0] ?? '',
    (of, times) => SAMPLES[of].repeat(5).slice(0, times),
    text => text.toUpperCase(),
  )
