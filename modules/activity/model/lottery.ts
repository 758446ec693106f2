import { action, bool, datetime, integer, list, ref, shape, text } from '#model'
import { activity, form } from './activity.ts'
import { activityEnrolment } from './enrolment.ts'
import { groupShares, type Seats, seated } from './split.ts'

const need = { required: true } as const
const refusals = activity.options.refusals ?? {}
const id = ref('activity', '活动', need)
/** Digits of a hash that make up a fraction: 52 bits, which every platform keeps exactly. */
export const DIGITS = 13
const SPAN = 2 ** 52
export interface Ticket {
  no: number
  isHalf: boolean
}
/** 60-AT4: what a ticket is worth: a fraction from its hash, squared where it counts half. The largest is drawn first. */
export const worthOf = (hash: string, isHalf: boolean): number => (Number.parseInt(hash.slice(0, DIGITS), 16) / SPAN) ** (isHalf ? 2 : 1)
/** The numbers in the order in which they are drawn; `hashOf` is SHA-256 of the seed, a colon and the number, in hexadecimal. */
export function drawOrder(tickets: readonly Ticket[], hashOf: (no: number) => string): number[] {
  const worth = tickets.map(({ no, isHalf }) => ({ no, worth: worthOf(hashOf(no), isHalf) }))
  return worth.toSorted((a, b) => b.worth - a.worth || a.no - b.no).map(t => t.no)
}
/** Whom a rank gives a seat or a place in the queue: of the own group first, what groups do not use to all in the order of the draw. */
export function resultsOf<T extends { splitKey: string | null }>(ranked: readonly T[], seats: Seats & { waitlist: number }): Map<T, 'admitted' | 'waiting' | 'notAdmitted'> {
  const admitted = new Set(seated(ranked, seats))
  const queues = new Map<string | null, number>()
  return new Map(
    ranked.map(row => {
      if (admitted.has(row)) return [row, 'admitted'] as const
      const place = (queues.get(row.splitKey) ?? 0) + 1
      queues.set(row.splitKey, place)
      return [row, place <= seats.waitlist ? ('waiting' as const) : ('notAdmitted' as const)] as const
    }),
  )
}
/** After the end of the enrolment; a job draws, too. */
export const drawLots = action('activity.activity.draw', '抽签', {
  access: 'signedIn',
  input: { id },
  output: { admitted: integer('录取', need), waiting: integer('候补', need), notAdmitted: integer('未录取', need) },
  refusals,
})
/** 抽签记录: numbers without names, from which anybody works the draw out again. */
export const lotteryRecord = action('activity.activity.lottery', '抽签记录', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: {
    ...{ title: form.title, enrolTo: form.enrolTo, quota: form.quota, waitlist: form.waitlist },
    drawHash: text('抽签种子的哈希', { ...need, max: 64 }),
    /** Only after the draw. */
    seed: text('抽签种子', { max: 64 }),
    drawnAt: datetime('抽签时间'),
    applied: integer('待抽签', need),
    ownNo: activityEnrolment.fields.drawNo,
    splitBy: form.splitBy,
    groups: groupShares,
    tickets: list(
      '抽签结果',
      shape('抽签号', { no: integer('抽签号', need), rank: integer('抽签名次', need), isHalf: bool('减半权重', need), splitKey: text('组', { max: 36 }) }),
      need,
    ),
  },
  refusals,
})
export const lotteryActions = [drawLots, lotteryRecord]
