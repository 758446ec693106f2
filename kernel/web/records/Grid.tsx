import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Check } from '#web/feedback/native.tsx'
import { t } from '#web/i18n/index.ts'
import { fittedWidths } from './columns.ts'
import { useAvailableWidth } from './useAvailableWidth.ts'
import './records.css'

type Align = 'left' | 'center' | 'right'
export interface GridColumn<R> {
  key: string
  title: ReactNode
  width: number
  /** Minimum width when the table overflows; by default the column does not shrink. */
  least?: number
  /** Default: centred. */
  align?: Align
  sortable?: boolean
  /** A state (dot and word): shown at the top right of cards. */
  isState?: boolean
  /** Key of the column that says whose number this is: a card shows both as its title. */
  namedBy?: string
  cell: (row: R) => ReactNode
}
export interface GridProps<R extends { id: string }> {
  /** Accessible name of the table. */
  label: string
  columns: ReadonlyArray<GridColumn<R>>
  rows: readonly R[]
  /** Shows skeleton rows while there is no data. */
  isLoading?: boolean
  sort?: readonly string[]
  onSort?: (field: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (rows: readonly R[], on: boolean) => void
  /** Links in the last column. */
  acts?: (row: R) => ReactNode
  actsWidth?: number
  onOpen?: (row: R) => void
}
/** Minimum column width, so that headers stay readable (customer). */
const LEAST_WIDTH = 100
const bounds = ({ width, least = width }: { width: number; least?: number }) => ({ width: Math.max(LEAST_WIDTH, width), least: Math.max(LEAST_WIDTH, least) })

/** Table with pinned selection, first and action columns, sticky header, J/K navigation, Enter to open. Independent of entities. */
export function Grid<R extends { id: string }>(props: GridProps<R>) {
  const { columns, rows, selected, onSelect, acts, actsWidth = 140, isLoading } = props
  const [box, room] = useAvailableWidth<HTMLDivElement>()
  const pinned = (onSelect ? 48 : 0) + (acts ? actsWidth : 0)
  const widths = fittedWidths(columns.map(bounds), room - pinned)
  return (
    <div className="ql-grid" ref={box}>
      <table style={{ minWidth: widths.reduce((sum, w) => sum + w, pinned) }} aria-label={props.label} aria-busy={isLoading === true}>
        <colgroup>
          {onSelect ? <col style={{ width: 48 }} /> : null}
          {columns.map((c, at) => (
            <col key={c.key} style={{ width: widths[at] }} />
          ))}
          {acts ? <col style={{ width: actsWidth }} /> : null}
        </colgroup>
        <thead>
          <tr>
            {onSelect ? (
              <th className="ql-pin ql-choice" scope="col">
                <ChooseAll rows={rows} selected={selected} onSelect={onSelect} />
              </th>
            ) : null}
            {columns.map((column, at) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} isPinned={at === 0} afterChoice={onSelect !== undefined} />
            ))}
            {acts ? (
              <th className="ql-pin ql-ends" scope="col">
                {t('操作')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {isLoading ? (
            <SkeletonRows columns={columns.length + (onSelect ? 1 : 0) + (acts ? 1 : 0)} />
          ) : (
            rows.map((row, at) => <GridRow key={row.id} row={row} isFirst={at === 0} grid={props} />)
          )}
        </tbody>
      </table>
    </div>
  )
}

function GridRow<R extends { id: string }>({ row, isFirst, grid }: { row: R; isFirst: boolean; grid: GridProps<R> }) {
  const { columns, selected, onSelect, acts, onOpen } = grid
  const isSelected = selected?.has(row.id) ?? false
  return (
    <tr
      tabIndex={isFirst ? 0 : -1}
      aria-selected={onSelect ? isSelected : undefined}
      className={isSelected ? 'ql-selected' : undefined}
      onKeyDown={event => {
        walk(event)
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') onOpen?.(row)
        if (event.key === ' ' && onSelect) {
          event.preventDefault()
          onSelect([row], !isSelected)
        }
      }}
    >
      {onSelect ? (
        <td className="ql-pin ql-choice">
          <Check checked={isSelected} onCheck={on => onSelect([row], on)} aria-label={t('选择这一行')} />
        </td>
      ) : null}
      {columns.map((column, at) => (
        <td key={column.key} className={cellClass(column.align, at === 0, onSelect !== undefined)}>
          {column.cell(row)}
        </td>
      ))}
      {acts ? <td className="ql-pin ql-ends">{acts(row)}</td> : null}
    </tr>
  )
}
const cellClass = (align: Align = 'center', isPinned: boolean, afterChoice: boolean): string => `ql-${align}${isPinned ? ` ql-pin ql-name${afterChoice ? ' ql-after' : ''}` : ''}`

interface HeadCellProps<R> {
  column: GridColumn<R>
  sort: readonly string[] | undefined
  onSort: ((field: string) => void) | undefined
  isPinned: boolean
  afterChoice: boolean
}
function HeadCell<R>({ column, sort, onSort, isPinned, afterChoice }: HeadCellProps<R>) {
  const first = sort?.[0]
  const order = first === column.key ? 'ascending' : first === `-${column.key}` ? 'descending' : undefined
  const Arrow = order === 'ascending' ? ArrowUp : order === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <th className={cellClass(column.align, isPinned, afterChoice)} scope="col" aria-sort={order}>
      {column.sortable && onSort ? (
        <button type="button" className={order ? 'ql-sort ql-on' : 'ql-sort'} onClick={() => onSort(column.key)}>
          {column.title}
          <Arrow size={13} />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}
function ChooseAll<R extends { id: string }>({
  rows,
  selected,
  onSelect,
}: {
  rows: readonly R[]
  selected: ReadonlySet<string> | undefined
  onSelect: NonNullable<GridProps<R>['onSelect']>
}) {
  const count = rows.filter(row => selected?.has(row.id)).length
  const isAll = rows.length > 0 && count === rows.length
  return <Check checked={isAll} isMixed={count > 0 && !isAll} disabled={!rows.length} onCheck={() => onSelect(rows, !isAll)} aria-label={t('选择本页全部')} />
}
const SkeletonRows = ({ columns }: { columns: number }) =>
  Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars are never reordered
    <tr key={row}>
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are never reordered
        <td key={cell}>
          <i className="ql-wait" style={{ width: cell ? `${40 + ((row * 3 + cell * 5) % 5) * 9}%` : 16 }} />
        </td>
      ))}
    </tr>
  ))

/** J/K or arrow keys move between rows unless a field has the focus. */
function walk(event: KeyboardEvent<HTMLTableRowElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  const row = event.currentTarget
  const next = /^(j|ArrowDown)$/.test(event.key) ? row.nextElementSibling : /^(k|ArrowUp)$/.test(event.key) ? row.previousElementSibling : null
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'))
