import type { ReactNode } from 'react'

/** A part of a page on paper of its own, under its title. */
export const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="ql-sheet ql-part" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
