import { PARAMETERS } from './parameters.ts'

/** Refresh interval of a rotating code in milliseconds: well before the displayed one expires. */
export const refreshMs = (seconds: number = PARAMETERS.slipSeconds.min): number => seconds * 800
