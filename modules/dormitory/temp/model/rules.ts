import { schoolMs, schoolTimeText } from '#model/school-time.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { nightAt } from '../../places/model/night.ts'
import { contains, type HouseNight, type Span } from './nights.ts'

export interface Limits {
  maxNights: number
  termNights: number
  /** 20:00 */
  submitBefore: string
}
/** Input of the time rules. */
export interface TempRequest {
  span: Span
  /** Nights covered fully; for the first touched night, the hours. */
  nights: readonly HouseNight[]
  touched: HouseNight
  /** Nights of the same term in other applications. */
  usedInTerm: number
  hasProof: boolean
  /** Approved off-campus leaves. */
  leaves: ReadonlyArray<Span & { leaveNo: string }>
  clash: (Span & { tempNo: string }) | undefined
  now: number
}
const clock = (instant: string): string => schoolTimeText(instant).slice(11)

/** 20-DT2: submitted in time for the first night. */
export const isInTime = (firstNight: string, submitBefore: string, now: number): boolean => now < schoolMs(firstNight, submitBefore)

/** 20-DT3: leaves that already excuse all of the nights. */
export function leavesFor(nights: readonly HouseNight[], leaves: TempRequest['leaves']): TempRequest['leaves'] {
  const spanOf = (n: HouseNight): Span => ({ from: n.curfew, to: n.gateOpening })
  if (!nights.length || !nights.every(n => leaves.some(l => contains(l, spanOf(n))))) return []
  return leaves.filter(l => nights.some(n => contains(l, spanOf(n))))
}
/** All violations of the time rules. */
export function timeProblems(of: TempRequest, limits: Limits): Violation[] {
  const { span, nights, touched, now } = of
  const words = { from: schoolTimeText(span.from), to: schoolTimeText(span.to) }
  if (Date.parse(span.to) <= Date.parse(span.from)) return [{ key: 'order', values: words, field: 'to' }]
  const [first, last] = [nights[0], nights.at(-1)]
  if (!first || !last) return [{ key: 'daytime', values: { ...words, curfew: clock(touched.curfew), gateOpening: clock(touched.gateOpening) }, field: 'to' }]
  if (last.date < nightAt(new Date(now).toISOString())) return [{ key: 'over', values: { night: last.date }, field: 'to' }]
  const problems: Violation[] = []
  if (!isInTime(first.date, limits.submitBefore, now) && !of.hasProof) problems.push({ key: 'late', values: { night: first.date, until: limits.submitBefore }, field: 'proofs' })
  if (of.clash) problems.push({ key: 'overlap', values: { tempNo: of.clash.tempNo, from: schoolTimeText(of.clash.from), to: schoolTimeText(of.clash.to) }, field: 'from' })
  return [...problems, ...longProblems(of, limits), ...leaveProblems(of, words)]
}
/** 20-DT1: limits on length and on nights per term. */
function longProblems({ nights, usedInTerm }: TempRequest, { maxNights, termNights }: Limits): Violation[] {
  if (nights.length > maxNights) return [{ key: 'longest', values: { most: maxNights, nights: nights.length }, field: 'to' }]
  return usedInTerm + nights.length > termNights ? [{ key: 'perTerm', values: { most: termNights, used: usedInTerm, nights: nights.length }, field: 'to' }] : []
}
function leaveProblems({ nights, leaves }: TempRequest, words: { from: string; to: string }): Violation[] {
  const covering = leavesFor(nights, leaves)
  return covering.length ? [{ key: 'onLeave', values: { ...words, leaveNo: covering.map(l => l.leaveNo).join('、') }, field: 'from' }] : []
}
