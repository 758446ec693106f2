import { PARAMETERS } from './parameters.ts'

/** After how many milliseconds a changing code is fetched anew: well before the shown one has run out, which is so many seconds after it was fetched at the least. */
export const refreshMs = (seconds: number = PARAMETERS.slipSeconds.min): number => seconds * 800
