/** What keeps an entry from counting as earned. */
export const CAP_NOTES = { day: '超过每天的上限', term: '超过这一类一学期的上限', both: '超过每天和一学期的上限' } as const
export type CapNote = keyof typeof CAP_NOTES
export interface Cap {
  span: 'day' | 'term'
  /** Of a term cap. */
  category: string | null
  fromOn: string
  hours: number | null
  points: number | null
}
export interface Earned {
  id: string
  entryNo: string
  bizDate: string
  xn: string
  xqM: string
  category: string
  hours: number
  points: number
}
export interface Counted {
  countedHours: number
  countedPoints: number
  capNote: CapNote | null
}
const HUNDREDTHS = 100
const whole = (n: number): number => Math.round(n * HUNDREDTHS)
const numbers = new Intl.Collator('en', { numeric: true })
/** 60-GL2: by the day it happened, then by number. */
const inOrder = (a: Earned, b: Earned): number => a.bizDate.localeCompare(b.bizDate) || numbers.compare(a.entryNo, b.entryNo)
/** The cap in force on a day: the latest that began by then. */
function capOn(caps: readonly Cap[], span: Cap['span'], category: string | null, day: string): Cap | undefined {
  const of = caps.filter(c => c.span === span && c.category === category && c.fromOn <= day)
  return of.reduce<Cap | undefined>((best, c) => (best && best.fromOn > c.fromOn ? best : c), undefined)
}
/** 60-GL2: what counts of the entries of one student, whose terms are given whole. The same entries and caps always give the same, in whatever order they come. */
export function countedOf(entries: readonly Earned[], caps: readonly Cap[]): Map<string, Counted> {
  const used = new Map<string, number>()
  const taken = (key: string, wanted: number, most: number | null | undefined): number =>
    most === null || most === undefined ? wanted : Math.max(0, Math.min(wanted, whole(most) - (used.get(key) ?? 0)))
  const count = (entry: Earned, what: 'hours' | 'points', day: Cap | undefined, term: Cap | undefined) => {
    const wanted = whole(entry[what])
    const keys = [`${what} ${entry.bizDate}`, `${what} ${entry.xn} ${entry.xqM} ${entry.category}`] as const
    const [byDay, byTerm] = [taken(keys[0], wanted, day?.[what]), taken(keys[1], wanted, term?.[what])]
    const got = Math.min(byDay, byTerm)
    for (const key of keys) used.set(key, (used.get(key) ?? 0) + got)
    return { got: got / HUNDREDTHS, day: byDay < wanted, term: byTerm < wanted }
  }
  return new Map(
    entries.toSorted(inOrder).map(entry => {
      const [day, term] = [capOn(caps, 'day', null, entry.bizDate), capOn(caps, 'term', entry.category, entry.bizDate)]
      const [hours, points] = [count(entry, 'hours', day, term), count(entry, 'points', day, term)]
      const [isDay, isTerm] = [hours.day || points.day, hours.term || points.term]
      return [entry.id, { countedHours: hours.got, countedPoints: points.got, capNote: isDay && isTerm ? 'both' : isDay ? 'day' : isTerm ? 'term' : null }]
    }),
  )
}
