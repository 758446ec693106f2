import { PARAMETERS } from './parameters.ts'

/** Refresh interval of a rotating code in milliseconds: well before the displayed one expires. */
export const refreshMs = (seconds: number = PARAMETERS.slipSeconds.min): number => seconds * 800

/** Where the code of a slip leads: whoever may not verify slips is told so there. */
export const VERIFY_PAGE = '/leave/verify'
