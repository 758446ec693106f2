import { mediaHook } from './media.ts'

/** Whether the phone layout applies: tables become cards, drawers become sheets from below. */
export const useNarrow = mediaHook('(max-width: 767.98px)')
