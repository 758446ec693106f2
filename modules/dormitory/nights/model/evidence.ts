import { states } from '#model'
/** Sources of evidence by precedence: a correction with a reason overrides all (20-DN7), then 20-DN2. */
export const NIGHT_WAYS = { correction: '更正', patrol: '查寝', gate: '门禁', self: '本人签到', head: '寝室长' } as const
export type NightWay = keyof typeof NIGHT_WAYS
/** Sources a building can enable; corrections are always possible. */
export const DORM_WAYS = ['self', 'head', 'patrol', 'gate'] as const
export type DormWay = (typeof DORM_WAYS)[number]
export const SAYS = { in: '在寝', late: '晚归', out: '不在' } as const
export type Says = keyof typeof SAYS
/** One observation of a student in a night. */
export interface Evidence {
  way: NightWay
  says: Says
  at: string
  /** The observer; null for a gate. */
  by: string | null
  note?: string
  /** Line of the sign-in task it comes from; removed together with that. */
  signLineId?: string
}
export const nightResults = states({
  pending: { label: '未点名', tone: 'waiting' },
  present: { label: '在寝', tone: 'done' },
  late: { label: '晚归', tone: 'attention' },
  absent: { label: '未归', tone: 'refused' },
  excused: { label: '已请假', tone: 'going' },
})
export type NightResult = keyof typeof nightResults.labels
/** Times a night is judged by. */
export interface NightClock {
  curfew: string
  /** From here on a student not seen counts as missing. */
  cutOff: string
  gateOpening: string
}
export interface NightOutcome {
  result: NightResult
  /** The decisive source, if any evidence counts. */
  way: NightWay | null
  at: string | null
  conflict: boolean
}
const ORDER = Object.keys(NIGHT_WAYS) as NightWay[]
const at = (e: Evidence): number => Date.parse(e.at)
/** For the same source and moment the worse result wins, independent of arrival order. */
const WORSE: Readonly<Record<Says, number>> = { in: 0, late: 1, out: 2 }
const laterFirst = (a: Evidence, b: Evidence): number => at(b) - at(a) || WORSE[b.says] - WORSE[a.says]
/** The last observation of a source. */
const lastOf = (evidence: readonly Evidence[], way: NightWay): Evidence | undefined => evidence.filter(e => e.way === way).sort(laterFirst)[0]
const isIn = (e: Evidence): boolean => e.says !== 'out'
/** An entry by the gate after curfew counts as late, even if the student was later seen in bed. */
const cameLate = (e: Evidence, { curfew }: NightClock): boolean => e.says === 'late' || (e.way === 'gate' && e.says === 'in' && at(e) > Date.parse(curfew))

/** 20-DN2: the result of a night from all evidence, in any order. Sources that contradict each other on in or out are shown side by side. */
export function nightResult(expected: 'expected' | 'excused' | 'notResident', evidence: readonly Evidence[], clock: NightClock, now: number): NightOutcome {
  const words = ORDER.flatMap(way => lastOf(evidence, way) ?? [])
  const seen = words.filter(e => e.way !== 'correction')
  const conflict = seen.some(isIn) && !seen.every(isIn)
  const [first] = words
  if (expected !== 'expected') return { result: 'excused', way: null, at: null, conflict }
  if (!first || !isIn(first))
    return { result: now < Date.parse(clock.cutOff) && first?.way !== 'correction' ? 'pending' : 'absent', way: first?.way ?? null, at: first?.at ?? null, conflict }
  const isLate = first.way === 'correction' ? first.says === 'late' : words.some(e => e.way !== 'correction' && isIn(e) && cameLate(e, clock))
  return { result: isLate ? 'late' : 'present', way: first.way, at: first.at, conflict }
}
const keyOf = (e: Evidence): string => `${e.way} ${at(e)} ${e.by ?? ''}`
/** Evidence without sign-in signatures that no longer exist. */
export const withoutTaken = (known: readonly Evidence[] | null, signs: readonly Evidence[]): readonly Evidence[] | null =>
  known?.filter(e => !e.signLineId || signs.some(s => s.signLineId === e.signLineId && keyOf(s) === keyOf(e))) ?? null
/** Merges new evidence, idempotently; human observations are all kept. Of the gate only the last record counts, as records may arrive late. */
export function merged(known: readonly Evidence[] | null, more: readonly Evidence[]): Evidence[] {
  const gate = lastOf(more, 'gate')
  const all = new Map<string, Evidence>()
  for (const e of [...(known ?? []).filter(k => k.way !== 'gate' || !gate || keyOf(k) === keyOf(gate)), ...more.filter(m => m.way !== 'gate' || m === gate)]) {
    const same = all.get(keyOf(e))
    if (!same || WORSE[e.says] > WORSE[same.says]) all.set(keyOf(e), e)
  }
  return [...all.values()].sort((a, b) => at(a) - at(b) || ORDER.indexOf(a.way) - ORDER.indexOf(b.way) || (keyOf(a) < keyOf(b) ? -1 : 1))
}
