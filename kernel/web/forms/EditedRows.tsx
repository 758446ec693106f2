import { Fragment, type ReactNode, useState } from 'react'

export interface EditedRow<R> {
  at: number
  put(next: R): void
  drop(): void
}
interface EditedRowsProps<R> {
  rows: readonly R[]
  onChange: (next: R[]) => void
  children: (row: R, acts: EditedRow<R>) => ReactNode
}
/** Rows edited in place that have no id. Each gets a stable React key, so that removing one does not move half-typed input to another. */
export function EditedRows<R>({ rows, onChange, children }: EditedRowsProps<R>) {
  const [keys, setKeys] = useState<readonly number[]>([])
  const fitting = keysFor(keys, rows.length)
  if (fitting !== keys) setKeys(fitting)
  return rows.map((row, at) => (
    <Fragment key={fitting[at]}>
      {children(row, {
        at,
        put: next => onChange(rows.map((one, i) => (i === at ? next : one))),
        drop: () => {
          setKeys(fitting.toSpliced(at, 1))
          onChange(rows.toSpliced(at, 1))
        },
      })}
    </Fragment>
  ))
}
/** Keys for `count` rows; new rows are appended. */
function keysFor(keys: readonly number[], count: number): readonly number[] {
  if (keys.length === count) return keys
  if (keys.length > count) return keys.slice(0, count)
  const next = Math.max(-1, ...keys) + 1
  return [...keys, ...Array.from({ length: count - keys.length }, (_, n) => next + n)]
}
