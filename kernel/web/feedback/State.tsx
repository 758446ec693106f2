import type { ReactNode } from 'react'
import type { States, Tone } from '#model'
import { t } from '#web/i18n/index.ts'
import './feedback.css'

export type { Tone }
export type Tones = Readonly<Record<string, Tone>>

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
export const toneOf = (code: string, tones?: Tones): Tone => tones?.[code] ?? TONES[code] ?? 'over'

/** State label: dot and word, never colour alone. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => <span className={`ql-state ql-tone-${tone}`}>{children}</span>
/** Label of a declared state, in its colour; `tone` and `children` replace what the row says better. */
export const StateTag = <S extends string>({ of, state, tone, children }: { of: States<S>; state: S; tone?: Tone | undefined; children?: ReactNode }) => (
  <State tone={tone ?? of.tones[state]}>{children ?? t(of.labels[state])}</State>
)
