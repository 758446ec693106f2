/** What a state rests on: rights to be away in the order in which they decide, then what was seen. */
export const EVIDENCE_KINDS = {
  status: '学籍状态',
  exception: '不在寝登记',
  leave: '请假',
  departure: '假期离校',
  tempLocation: '临时外宿',
  offCampus: '校外住宿',
  trip: '外出登记',
  gate: '门禁',
  patrol: '查寝',
  staff: '老师登记',
  code: '现场签到',
  self: '本人签到',
  vacation: '校历放假',
} as const
export type EvidenceKind = keyof typeof EVIDENCE_KINDS
/** Sources of a right, in the order of 60-PR1. */
export const RIGHT_KINDS = ['exception', 'leave', 'departure', 'tempLocation', 'offCampus', 'trip'] as const satisfies readonly EvidenceKind[]
export type RightKind = (typeof RIGHT_KINDS)[number]
export type SightingKind = 'gate' | 'patrol' | 'staff' | 'code' | 'self'
export const SAYS = { in: '在校', out: '出去', away: '可以不在校', over: '已到期' } as const
/** One line of what is known, as it is kept with the state. */
export interface Evidence {
  kind: EvidenceKind
  says: keyof typeof SAYS
  at: string
  until?: string | null
  placeId?: string | null
  /** Number of the application, name of the holiday or of the sign-in, status of a student. */
  note?: string | null
}
/** A right to be away, begun or about to begin. */
export interface Right {
  kind: RightKind
  /** Row of the source module. */
  id: string
  from: string
  until: string
  /** The source module has called it overdue. */
  isOver: boolean
  /** Whoever has it may not be on the campus meanwhile. */
  leavesCampus: boolean
  note: string | null
}
export interface Sighting {
  kind: SightingKind
  says: 'in' | 'out'
  at: string
  /** Seen by the door or a patrol of a dormitory. */
  isDorm: boolean
  placeId: string | null
  note: string | null
}
/** Own reports prove little: they never make anything certain. */
export const isTrusted = ({ kind }: Pick<Sighting, 'kind'>): boolean => kind !== 'self'
