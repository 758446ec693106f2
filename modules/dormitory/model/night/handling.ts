import { choice, text } from '#model'

/** 20-DN5: what became of a case. `open` waits for somebody; `explained` closed itself: they came back, or were excused afterwards. */
export const HANDLED_STATES = {
  open: '待处置',
  reached: '已联系上',
  withFamily: '与家人在一起',
  hospital: '在医院',
  parentInformed: '已告知家长',
  notFound: '未找到',
  explained: '已自动销案',
} as const
export type HandledState = keyof typeof HANDLED_STATES
/** What people may enter. */
export const HANDLINGS = (({ open: _open, explained: _explained, ...rest }) => rest)(HANDLED_STATES)
export type Handling = keyof typeof HANDLINGS
/** States in which somebody still has to do something. */
export const UNSETTLED = ['open', 'notFound'] as const
export const isUnsettled = (state: HandledState | null): boolean => (UNSETTLED as readonly (HandledState | null)[]).includes(state)

export interface EscalationLimits {
  /** Minutes until the college hears. */
  college: number
  /** Minutes until the officer on duty hears. */
  officer: number
}
/** 20-DN5: how far a case that nobody has handled has been carried: 0 the counsellor, 1 the college, 2 the officer on duty. */
export function escalationOf(openedAt: string, now: number, { college, officer }: EscalationLimits): 0 | 1 | 2 {
  const minutes = (now - Date.parse(openedAt)) / 60_000
  if (minutes >= officer) return 2
  return minutes >= college ? 1 : 0
}

/** What whoever handles a case says: of a student who is not found, what is done next (20-DN6). */
export const handlingInput = {
  state: choice('处置结果', HANDLINGS, { required: true }),
  note: text('说明', { max: 500, multiline: true }),
  nextStep: text('下一步', { max: 200, help: '未找到时必填，会记入值班记录' }),
} as const
export const HANDLING_REFUSALS = { nextStepMissing: '未找到{name}时，请写明下一步怎么做' } as const
