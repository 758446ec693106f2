import type { Expected, PresenceSource } from '../../stays/model/presence.ts'
import { type Evidence, merged, type NightClock, type NightResult, type NightWay, nightResult, withoutTaken } from './evidence.ts'
import { type HandledState, isUnsettled } from './handling.ts'

/** Fields of a line that change with new evidence. */
export interface LineState {
  expected: Expected
  source: PresenceSource | null
  reason: string | null
  bedId: string
  result: NightResult
  way: NightWay | null
  seenAt: string | null
  evidence: readonly Evidence[] | null
  conflict: boolean
  isAfterwards: boolean
  openedAt: string | null
  handledState: HandledState | null
  handledAt: string | null
  escalation: number
  toldAt: string | null
}
export interface News {
  presence?: { expected: Expected; source: PresenceSource | null; note: string | null; bedId: string | null }
  evidence?: readonly Evidence[]
  /** All current sign-in evidence of the night: earlier entries not in it are removed. */
  signs?: readonly Evidence[]
}
/** State of a line after new evidence. A missing student opens a case; an explained case closes itself, and reopens if the explanation is withdrawn. */
export function nextLine<L extends LineState>(line: L, news: News, clock: NightClock, now: number): L {
  const { presence } = news
  const where = presence ? { expected: presence.expected, source: presence.source, reason: presence.note || null, bedId: presence.bedId ?? line.bedId } : {}
  const known = news.signs ? withoutTaken(line.evidence, news.signs) : line.evidence
  const more = [...(news.evidence ?? []), ...(news.signs ?? [])]
  const evidence = more.length ? merged(known, more) : known
  const judged = nightResult(presence?.expected ?? line.expected, evidence ?? [], clock, now)
  const seen = { result: judged.result, way: judged.way, seenAt: judged.at, conflict: judged.conflict }
  return { ...line, ...where, evidence, ...seen, ...caseOf(line, judged.result, now) }
}
type Case = Pick<LineState, 'isAfterwards' | 'openedAt' | 'handledState' | 'handledAt' | 'escalation' | 'toldAt'>
function caseOf(line: LineState, result: NightResult, now: number): Partial<Case> {
  const at = new Date(now).toISOString()
  const isAfterwards = line.openedAt !== null && result === 'excused'
  if (result !== 'absent') return isUnsettled(line.handledState) ? { isAfterwards, handledState: 'explained', handledAt: at } : { isAfterwards }
  if (line.handledState !== null && line.handledState !== 'explained') return { isAfterwards }
  return { isAfterwards, openedAt: at, handledState: 'open', handledAt: null, escalation: 0, toldAt: null }
}
