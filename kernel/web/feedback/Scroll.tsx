import type { ReactNode, Ref } from 'react'

/** Scrollable region, focusable for keyboard scrolling; `className` sets its size. */
export const Scroll = ({ label, className, ref, children }: { label: string; className: string; ref?: Ref<HTMLElement>; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  <section className={className} aria-label={label} tabIndex={0} ref={ref}>
    {children}
  </section>
)
