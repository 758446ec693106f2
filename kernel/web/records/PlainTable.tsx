import type { Key, ReactNode } from 'react'
import { Scroll } from '#web/feedback/Scroll.tsx'

interface PlainTableProps<R> {
  /** Accessible name. */
  label: string
  /** May contain nulls, as lists in responses do. */
  rows: ReadonlyArray<R | null>
  keyOf: (row: R) => Key
  columns: ReadonlyArray<readonly [title: string, cell: (row: R) => ReactNode]>
}
/** Small table of data loaded completely. Scrolls horizontally inside its container, by keyboard, too. */
export function PlainTable<R>({ label, rows, keyOf, columns }: PlainTableProps<R>) {
  return (
    <Scroll className="ql-scroll" label={label}>
      <table className="ql-plain">
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row =>
            row ? (
              <tr key={keyOf(row)}>
                {columns.map(([title, cell]) => (
                  <td key={title}>{cell(row)}</td>
                ))}
              </tr>
            ) : null,
          )}
        </tbody>
      </table>
    </Scroll>
  )
}
