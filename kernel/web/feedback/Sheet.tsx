import type { ReactNode } from 'react'

/** Titled section of a page. */
export const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ql-sheet ql-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
