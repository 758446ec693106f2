import { type Key, type ReactNode, useState } from 'react'
import { t } from '#web/i18n/index.ts'
import style from './plain-table.module.css'
import { Scroll } from './Scroll.tsx'

interface ColumnLook {
  /** Where titles repeat. */
  key?: string
  /** Drawn in its head in place of the title, which then only names it. */
  head?: ReactNode
  /** Names the row. */
  isHead?: boolean
  isNumber?: boolean
  /** Cell of the last line, such as a sum. */
  foot?: ReactNode
  className?: string | undefined
}
/** A column whose condition is not met is left out. */
export type PlainColumn<R> = readonly [title: string, cell: (row: R) => ReactNode, look?: ColumnLook] | false | null

interface PlainTableProps<R> {
  /** Accessible name. */
  label: string
  /** Shown above it. */
  caption?: ReactNode
  /** May contain nulls, as lists in responses do. */
  rows: ReadonlyArray<R | null>
  keyOf: (row: R) => Key
  columns: ReadonlyArray<PlainColumn<R>>
  isSelected?: (row: R) => boolean
  /** Sentence in its place when there are no rows. */
  empty?: string
  /** Every row becomes a card on phones, for tables whose columns do not fit there; otherwise it scrolls sideways. */
  isCardsOnPhone?: boolean
  /** Scrolls inside, below its head and beside its first column, where it is higher than `--longest`; further rows are drawn when asked for. */
  isLong?: boolean
  /** Class of what it scrolls in, for its size. */
  scroller?: string | undefined
  className?: string | undefined
}
const STEP = 60

/** Small table of data loaded completely, and reached by keyboard where it scrolls. */
export function PlainTable<R>({ label, caption, rows, keyOf, columns, isSelected, empty, isCardsOnPhone = false, isLong = false, scroller, className }: PlainTableProps<R>) {
  const [most, setMost] = useState(STEP)
  const shown = rows.filter(row => row !== null)
  if (!shown.length && empty) return <p className="ql-quiet">{empty}</p>
  const drawn = columns.filter(column => column !== false && column !== null)
  const left = isLong ? shown.length - most : 0
  const named = isSelected ?? (() => undefined)
  return (
    <>
      <Scroll className={[isLong ? style.long : 'ql-scroll', scroller].filter(Boolean).join(' ')} label={label}>
        <table className={['ql-plain', isLong && style.pinned, isCardsOnPhone && style.cards, className].filter(Boolean).join(' ')}>
          {caption ? <caption>{caption}</caption> : null}
          <Heads columns={drawn} />
          <tbody>
            {(left > 0 ? shown.slice(0, most) : shown).map(row => (
              <tr key={keyOf(row)} aria-selected={named(row)}>
                {drawn.map(([title, cell, look]) => (
                  <Cell key={look?.key ?? title} title={title} look={look}>
                    {cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
          <Foots columns={drawn} />
        </table>
      </Scroll>
      {left > 0 ? (
        <button type="button" className={`ql-link ${style.more}`} onClick={() => setMost(most + STEP * 5)}>
          {t('再显示 {{n}} 行，还剩 {{left}} 行', { n: Math.min(left, STEP * 5), left })}
        </button>
      ) : null}
    </>
  )
}
type Drawn = ReadonlyArray<readonly [title: string, cell: (row: never) => ReactNode, look?: ColumnLook]>
const lookOf = (look: ColumnLook | undefined): string | undefined =>
  [look?.isNumber && style.number, look?.isHead && style.names, look?.className].filter(Boolean).join(' ') || undefined

const Heads = ({ columns }: { columns: Drawn }) => (
  <thead>
    <tr>
      {columns.map(([title, , look]) => (
        <th key={look?.key ?? title} scope="col" className={lookOf(look)}>
          {look?.head ?? title}
        </th>
      ))}
    </tr>
  </thead>
)
const Cell = ({ title, look, children }: { title: string; look: ColumnLook | undefined; children: ReactNode }) =>
  look?.isHead ? (
    <th scope="row" className={lookOf(look)}>
      {children}
    </th>
  ) : (
    <td data-title={title} className={lookOf(look)}>
      {children}
    </td>
  )
const Foots = ({ columns }: { columns: Drawn }) =>
  columns.some(([, , look]) => look?.foot !== undefined) ? (
    <tfoot>
      <tr>
        {columns.map(([title, , look]) => (
          <td key={look?.key ?? title} className={lookOf(look)}>
            {look?.foot}
          </td>
        ))}
      </tr>
    </tfoot>
  ) : null
