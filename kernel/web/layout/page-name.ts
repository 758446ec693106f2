import { signal } from '#web/base/signal.ts'

/** The shown page as its head names it; the bar of phones says it in place of the head. */
export interface PageName {
  title: string
  /** What its arrow does, if it does not lead to the page before. */
  back?: () => void
}
export const pageName = signal<PageName | undefined>(undefined)
