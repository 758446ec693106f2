import { choice, states, text } from '#model'

/** 20-DN5: outcome of a case. `open`: unhandled; `explained`: closed automatically by a return or a later excuse. */
export const handledStates = states({
  open: { label: '待处置', tone: 'refused' },
  reached: { label: '已联系上', tone: 'done' },
  withFamily: { label: '与家人在一起', tone: 'done' },
  hospital: { label: '在医院', tone: 'attention' },
  parentInformed: { label: '已告知家长', tone: 'attention' },
  notFound: { label: '未找到', tone: 'refused' },
  explained: { label: '已自动销案', tone: 'over' },
})
export type HandledState = keyof typeof handledStates.labels
/** Outcomes people can enter. */
const HANDLINGS = (({ open: _open, explained: _explained, ...rest }) => rest)(handledStates.labels)
export type Handling = keyof typeof HANDLINGS
/** States that still require action. */
export const UNSETTLED = ['open', 'notFound'] as const
export const isUnsettled = (state: HandledState | null): boolean => (UNSETTLED as readonly (HandledState | null)[]).includes(state)

export interface EscalationLimits {
  /** Minutes until escalation to the college. */
  college: number
  /** Minutes until escalation to the duty officer. */
  officer: number
}
/** 20-DN5: escalation level of an unhandled case: 0 counsellor, 1 college, 2 duty officer. */
export function escalationOf(openedAt: string, now: number, { college, officer }: EscalationLimits): 0 | 1 | 2 {
  const minutes = (now - Date.parse(openedAt)) / 60_000
  if (minutes >= officer) return 2
  return minutes >= college ? 1 : 0
}

/** Form fields of handling a case; for a student not found, the next step (20-DN6). */
export const handlingInput = {
  state: choice('处置结果', HANDLINGS, { required: true }),
  note: text('说明', { max: 500, multiline: true }),
  nextStep: text('下一步', { max: 200, help: '未找到时必填，会记入值班记录' }),
} as const
export const HANDLING_REFUSALS = { nextStepMissing: '未找到{name}时，请写明下一步怎么做' } as const
