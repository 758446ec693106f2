import type { Tone } from '#web/feedback/State.tsx'
import type { DamageState } from '../../model/damage/damage.ts'

export const DAMAGE_TONES: Readonly<Record<DamageState, Tone>> = { told: 'waiting', objected: 'attention', charged: 'refused', waived: 'over' }
