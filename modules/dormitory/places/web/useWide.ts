import { mediaHook } from '#web/feedback/media.ts'

/** Whether the viewport fits a card beside the map. */
export const useWide = mediaHook('(min-width: 1180px)')
