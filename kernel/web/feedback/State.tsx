import type { ReactNode } from 'react'
import './feedback.css'

/** 青 done or present, 蓝 under way, 藤黄 wants attention, 朱砂 refused, grey over, ring not yet begun. */
export type Tone = 'done' | 'going' | 'attention' | 'refused' | 'over' | 'waiting'

const TONES: Readonly<Record<string, Tone>> = {
  enabled: 'done',
  active: 'done',
  inUse: 'done',
  normal: 'done',
  open: 'done',
  published: 'done',
  approved: 'done',
  reading: 'done',
  onDuty: 'done',
  effective: 'done',
  pending: 'going',
  submitted: 'going',
  running: 'going',
  publicised: 'going',
  writing: 'going',
  validating: 'going',
  returned: 'attention',
  paused: 'attention',
  suspended: 'attention',
  locked: 'attention',
  overdue: 'refused',
  rejected: 'refused',
  invalid: 'refused',
  failed: 'refused',
  expelled: 'refused',
  draft: 'waiting',
  waiting: 'waiting',
  planned: 'waiting',
}
/** Colour of a state code; unknown codes are `over`. */
export const toneOf = (code: string, tones?: Readonly<Record<string, Tone>>): Tone => tones?.[code] ?? TONES[code] ?? 'over'

/** State label: dot and word, never colour alone. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => <span className={`ql-state ql-tone-${tone}`}>{children}</span>
