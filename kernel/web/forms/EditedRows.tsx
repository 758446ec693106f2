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
/** Rows that are edited in place and have nothing of their own to be known by. Each keeps its inputs, and what is half typed in them, when another is taken out. */
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
/** New rows come at the end. */
function keysFor(keys: readonly number[], count: number): readonly number[] {
  if (keys.length === count) return keys
  if (keys.length > count) return keys.slice(0, count)
  const next = Math.max(-1, ...keys) + 1
  return [...keys, ...Array.from({ length: count - keys.length }, (_, n) => next + n)]
}
