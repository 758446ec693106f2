import type { Tone } from '#web/feedback/State.tsx'
import { formatDatetime } from '#web/records/format.ts'
import type { OutingState } from '../model/going-out.ts'

export const OUTING_TONES: Readonly<Record<OutingState, Tone>> = {
  pending: 'going',
  returned: 'attention',
  approved: 'done',
  rejected: 'refused',
  withdrawn: 'over',
  registered: 'waiting',
  out: 'going',
  overdue: 'refused',
  back: 'done',
  cancelled: 'over',
}
export const spanText = (row: { outPlanned: string; backPlanned: string }): string => `${formatDatetime(row.outPlanned)} – ${formatDatetime(row.backPlanned)}`
