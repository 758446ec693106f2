import type { ReactNode, Ref } from 'react'

/** What is larger than its place and scrolled by itself, by the keyboard, too; `className` gives it its size. */
export const Scroll = ({ label, className, ref, children }: { label: string; className: string; ref?: Ref<HTMLElement>; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className={className} aria-label={label} tabIndex={0} ref={ref}>
    {children}
  </section>
)
