import { HOUR_MS } from '#model/days.ts'
import { toSchoolTime } from '#model/school-time.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { dateOf, endOf, type Span } from './half-days.ts'

const DAY = 24 * HOUR_MS
/** Latest start date of an application. */
const FURTHEST_DAYS = 400

export interface TypeRules {
  name: string
  isEnabled: boolean
  needsProof: boolean | null
  proofLaterDays: number | null
  maxDays: number | null
  maxPerTerm: number | null
  advanceHours: number | null
  retroDays: number | null
}
/** Input of the time rules. */
export interface Timing {
  type: TypeRules
  span: Span
  startAt: string
  endAt: string
  days: number
  /** Days of this type in the term without this leave. */
  usedInTerm: number
  now: number
  /** Staff recording urgent cases are exempt from the notice period and the limit on late applications. */
  isStaff: boolean
  /** An extension may be requested while its leave runs. */
  isExtension: boolean
  clash: { leaveNo: string; span: Span } | undefined
}
const day = (moment: string): string => toSchoolTime(moment).date
const clock = (moment: string): string => `${toSchoolTime(moment).date} ${toSchoolTime(moment).time}`

/** 20-L7: its first half day is over. */
export const isRetro = (span: Span, now: number): boolean => Date.parse(endOf(span.from)) <= now

/** Violations by time, type and other leaves, in order of importance to the user. */
export function timeProblems(t: Timing): Violation[] {
  const { type, startAt, endAt, days, now } = t
  if (Date.parse(endAt) <= Date.parse(startAt)) return [{ key: 'order', values: { from: clock(startAt), to: clock(endAt) }, field: 'endAt' }]
  const problems: Violation[] = []
  if (!type.isEnabled) problems.push({ key: 'typeOff', values: { name: type.name }, field: 'typeId' })
  if (Date.parse(endAt) > now + FURTHEST_DAYS * DAY)
    problems.push({ key: 'tooFar', values: { last: day(new Date(now + FURTHEST_DAYS * DAY).toISOString()), to: day(endAt) }, field: 'endAt' })
  if (type.maxDays !== null && days > type.maxDays) problems.push({ key: 'maxDays', values: { name: type.name, maxDays: type.maxDays, days }, field: 'endAt' })
  if (type.maxPerTerm !== null && t.usedInTerm + days > type.maxPerTerm)
    problems.push({ key: 'maxPerTerm', values: { name: type.name, maxPerTerm: type.maxPerTerm, used: t.usedInTerm, days }, field: 'typeId' })
  if (!t.isStaff && !t.isExtension) problems.push(...noticeProblems(t))
  if (t.clash) problems.push({ key: 'overlap', values: { leaveNo: t.clash.leaveNo, from: dateOf(t.clash.span.from), to: dateOf(t.clash.span.to) }, field: 'startAt' })
  return problems
}
function noticeProblems({ type, span, startAt, now }: Timing): Violation[] {
  const begin = Date.parse(startAt)
  if (!isRetro(span, now)) {
    const hours = type.advanceHours ?? 0
    if (!hours || begin - now >= hours * HOUR_MS) return []
    return [{ key: 'advance', values: { name: type.name, hours, earliest: clock(new Date(now + hours * HOUR_MS).toISOString()) }, field: 'startAt' }]
  }
  const most = type.retroDays ?? 0
  const passed = Math.floor((now - begin) / DAY)
  if (!most) return [{ key: 'retroNever', values: { name: type.name, from: clock(startAt) }, field: 'startAt' }]
  return passed > most ? [{ key: 'retro', values: { name: type.name, days: most, from: day(startAt), passed }, field: 'startAt' }] : []
}
/** Form fields besides time and type. */
export interface Written {
  reason?: string | null
  proofs?: readonly string[] | null
  proofPromised?: boolean | null
  examConfirmed?: boolean | null
  leavesCampus?: boolean | null
  cantonCode?: string | null
  contactName?: string | null
  contactPhone?: string | null
  guardianInformed?: boolean | null
}
export interface Weighing {
  type: TypeRules
  days: number
  isRetro: boolean
  exams: readonly string[]
  guardianDays: number
}
export function formProblems(form: Written, of: Weighing): Violation[] {
  const problems: Violation[] = []
  if (!form.reason?.trim()) problems.push({ key: 'reason', field: 'reason' })
  problems.push(...proofProblems(form, of))
  if (form.leavesCampus && !form.cantonCode) problems.push({ key: 'where', field: 'cantonCode' })
  if (!form.contactName || !form.contactPhone) problems.push({ key: 'contact', field: form.contactName ? 'contactPhone' : 'contactName' })
  if (of.guardianDays > 0 && of.days >= of.guardianDays && !form.guardianInformed)
    problems.push({ key: 'guardian', values: { days: of.days, limit: of.guardianDays }, field: 'guardianInformed' })
  if (of.exams.length && !form.examConfirmed) problems.push({ key: 'exam', values: { dates: of.exams.join('、') }, field: 'examConfirmed' })
  return problems
}
function proofProblems({ proofs, proofPromised }: Written, { type, isRetro: retro }: Weighing): Violation[] {
  if (proofs?.length) return []
  const later = type.proofLaterDays ?? 0
  if (later > 0 && proofPromised) return []
  if (retro) return [{ key: 'retroProof', field: 'proofs' }]
  if (!type.needsProof) return []
  return [later > 0 ? { key: 'proofLater', values: { name: type.name, days: later }, field: 'proofs' } : { key: 'proof', values: { name: type.name }, field: 'proofs' }]
}
