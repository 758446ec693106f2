import { mediaHook } from './media.ts'

/** Whether the person asked their device for less motion: nothing unfolds, slides or fades. */
export const useStill = mediaHook('(prefers-reduced-motion: reduce)')
