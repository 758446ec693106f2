import { mediaHook } from './media.ts'

/** `prefers-reduced-motion`: no animations. */
export const useStill = mediaHook('(prefers-reduced-motion: reduce)')
