import type { PartyStage } from './member.ts'
import { monthAfter, monthOf, type Span } from './months.ts'

/** Why a member owes nothing for the months of a plan. */
export const GROUNDS = { party: '党员', later: '之后入团', left: '已离团', charged: '已另行收缴' } as const
export type Ground = keyof typeof GROUNDS
export interface Liable {
  joinedOn: string
  partyStage: PartyStage
  partyFrom: string | null
  leftOn: string | null
}
const PARTY: readonly PartyStage[] = ['probationary', 'full']
export const isPartyMember = ({ partyStage }: Pick<Liable, 'partyStage'>): boolean => PARTY.includes(partyStage)
const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
/**
 * 40-G1, G2: of some months, those that a member owes league fees for: from the month of joining to that of leaving, and of a party member through the month of becoming one. The
 * ground where it is none.
 */
export function liableFor(member: Liable, { from, to }: Span): Span | Ground {
  const { joinedOn, partyFrom, leftOn } = member
  const begins = later(from, monthOf(joinedOn))
  if (begins > to) return 'later'
  const untilParty = isPartyMember(member) && partyFrom ? monthOf(partyFrom) : to
  if (untilParty < begins) return 'party'
  const untilLeft = leftOn ? monthOf(leftOn) : to
  if (untilLeft < begins) return 'left'
  return { from: begins, to: earlier(to, earlier(untilParty, untilLeft)) }
}
/** What remains of some months without those that are charged already; spans that do not overlap. */
export function without(span: Span, charged: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let from = span.from
  for (const taken of [...charged].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    if (taken.to < from || taken.from > span.to) continue
    if (taken.from > from) gaps.push({ from, to: monthAfter(taken.from, -1) })
    from = monthAfter(taken.to, 1)
  }
  return from <= span.to ? [...gaps, { from, to: span.to }] : gaps
}
