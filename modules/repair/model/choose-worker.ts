import { weekdayOf } from '#model/days.ts'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import type { WeekSpan } from '#model/week-spans.ts'

/** Why nobody was found, or a person decides: the first hard rule that left no candidate. */
export const POOL_REASONS = {
  skill: '没有会修这类的人',
  building: '会修的人都不负责这栋楼',
  shift: '会修的人都不当班',
  full: '会修的人手上都满了',
  asked: '合适的人都没有接单',
  manual: '此类由人工派单',
  visit: '两次没修好，请上门查看',
} as const
export type PoolReason = keyof typeof POOL_REASONS
/** What speaks against one worker. */
export const UNFIT_REASONS = { skill: '不会修这类', building: '不负责这栋楼', shift: '不当班', full: '手上已满', asked: '派过没有接' } as const

export interface Worker {
  id: string
  /** Types and groups of types. */
  typeIds: readonly string[]
  /** Empty: all. */
  buildingIds: readonly string[]
  shifts: readonly WeekSpan[]
  maxOpen: number
  open: number
  /** Usual minutes of the open sheets, each weighted by its urgency. */
  minutes: number
  /** Buildings of the open sheets. */
  at: readonly string[]
  /** When a sheet was last assigned; 0: never. */
  lastAt: number
}
export interface Job {
  /** The type and those above it. */
  typeIds: readonly string[]
  buildingId: string | null
  /** Weighted usual minutes. */
  minutes: number
  /** Workers who declined it or let it lapse. */
  asked: readonly string[]
  /** 20-R8: the worker who repaired it before. */
  preferred?: string | null
}
/** How many workers each hard rule left, and what decided among the last. */
export interface Explanation {
  skill: number
  building: number
  shift: number
  full: number
  asked: number
  decidedBy?: 'before' | 'minutes' | 'building' | 'waited' | 'only'
  minutes?: number
}
export type Choice<R extends PoolReason = keyof typeof UNFIT_REASONS> = { workerId: string; why: Explanation } | { reason: R; why: Explanation }

const previousDay = (day: number): number => ((day + 5) % 7) + 1
/** Whether a moment lies in one of these shifts; no shifts: always. */
export function isOnShift(shifts: readonly WeekSpan[], now: number): boolean {
  if (!shifts.length) return true
  const clock = schoolClock(now)
  const day = weekdayOf(schoolDate(now))
  return shifts.some(({ days, from, to }) => {
    if (from < to) return days.includes(day) && clock >= from && clock < to
    return (days.includes(day) && clock >= from) || (days.includes(previousDay(day)) && clock < to)
  })
}
const mends = (w: Worker, job: Job): boolean => w.typeIds.some(id => job.typeIds.includes(id))
const covers = (w: Worker, { buildingId }: Job): boolean => !w.buildingIds.length || (buildingId !== null && w.buildingIds.includes(buildingId))

/** 20-R2: type, building and shift are hard, as are the worker's limit and an earlier refusal. Then fewest weighted open minutes, an open sheet in the building, least recent. */
export function chooseWorker(workers: readonly Worker[], job: Job, now: number): Choice {
  const skilled = workers.filter(w => mends(w, job))
  const covering = skilled.filter(w => covers(w, job))
  const onShift = covering.filter(w => isOnShift(w.shifts, now))
  const free = onShift.filter(w => w.open < w.maxOpen)
  const unasked = free.filter(w => !job.asked.includes(w.id))
  const why: Explanation = { skill: skilled.length, building: covering.length, shift: onShift.length, full: free.length, asked: unasked.length }
  const lacking = (['skill', 'building', 'shift', 'full', 'asked'] as const).find(rule => !why[rule])
  if (lacking) return { reason: lacking, why }
  const before = unasked.find(w => w.id === job.preferred)
  if (before) return { workerId: before.id, why: { ...why, decidedBy: 'before' } }
  const [first, second] = ranked(unasked, job) as [Worker, Worker | undefined]
  return { workerId: first.id, why: { ...why, decidedBy: decisive(first, second, job), minutes: first.minutes } }
}
const isNear = (w: Worker, job: Job): number => Number(job.buildingId !== null && w.at.includes(job.buildingId))
const compared = (a: Worker, b: Worker, job: Job): number => a.minutes - b.minutes || isNear(b, job) - isNear(a, job) || a.lastAt - b.lastAt || (a.id < b.id ? -1 : 1)
export const ranked = <W extends Worker>(workers: readonly W[], job: Job): W[] => workers.toSorted((a, b) => compared(a, b, job))
function decisive(first: Worker, second: Worker | undefined, job: Job): NonNullable<Explanation['decidedBy']> {
  if (!second) return 'only'
  if (first.minutes !== second.minutes) return 'minutes'
  return isNear(first, job) !== isNear(second, job) ? 'building' : 'waited'
}
/** The worker with one more sheet, for the next choice of the same batch. */
export const withSheet = (w: Worker, job: Job, now: number): Worker => ({
  ...w,
  open: w.open + 1,
  minutes: w.minutes + job.minutes,
  at: job.buildingId === null ? w.at : [...w.at, job.buildingId],
  lastAt: now,
})
