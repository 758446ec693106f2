import type { ReactNode } from 'react'
import { Scroll } from '#web/feedback/Scroll.tsx'

/** A table that scrolls inside its container, by keyboard too. */
export function PlainTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <Scroll className="idn-scroll" label={label}>
      <table className="idn-table">
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  )
}
