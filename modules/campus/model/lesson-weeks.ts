/** Parser for the weeks of a lesson: `1-16`, `1-15单`, `2,4,6-10双`. Pure functions shared by browser and server. */
const PART = /^(\d{1,2})(?:-(\d{1,2}))?(单|双)?$/
const LAST_WEEK = 30

/** Normalised form: no spaces, ASCII punctuation, 单 and 双 for odd, even, 单周, (单). */
export const plainWeeks = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/odd/g, '单') // verbatim
    .replace(/even/g, '双') // verbatim
    .replace(/[\s()周第]/g, '')
    .replace(/[、;]/g, ',')
    .replace(/[~至—–]/g, '-')
    .replace(/\/(?=[单双])/g, '')

/** The weeks in order; undefined if the text cannot be parsed. */
export function weeksMeant(text: string): number[] | undefined {
  const weeks = new Set<number>()
  for (const part of plainWeeks(text).split(',')) {
    const [, from, to, parity] = PART.exec(part) ?? []
    const [first, last] = [Number(from), Number(to ?? from)]
    if (!from || first < 1 || last < first || last > LAST_WEEK) return undefined
    for (let week = first; week <= last; week++) if (!parity || (parity === '单') === (week % 2 === 1)) weeks.add(week) // verbatim
  }
  return weeks.size ? [...weeks].sort((a, b) => a - b) : undefined
}
export const isInWeek = (text: string, week: number): boolean => weeksMeant(text)?.includes(week) ?? false
