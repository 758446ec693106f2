import { mediaHook } from './media.ts'

/** Whether the phone layout applies: tables become cards, drawers become sheets from below. */
export const useNarrow = mediaHook('(max-width: 767.98px)')
/** Whether what stands at the side of a page goes below it: tablets and small windows. */
export const useFolded = mediaHook('(max-width: 1199.98px)')
