import type { ReactNode } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import { Check } from '#web/feedback/native.tsx'
import { t } from '#web/i18n/index.ts'
import { type CardFacts, cardColumns } from './columns.ts'
import type { GridColumn } from './Grid.tsx'

interface CardsProps<R extends { id: string }> {
  label: string
  columns: ReadonlyArray<GridColumn<R>>
  rows: readonly R[]
  isLoading?: boolean
  /** Column shown at the top right: the state. */
  stateKey?: string
  /** Columns that matter on a phone; by default the first three. */
  facts?: CardFacts
  selected?: ReadonlySet<string>
  onSelect?: (rows: readonly R[], on: boolean) => void
  acts?: (row: R) => ReactNode
  /** Renders the whole card instead. */
  card?: (row: R) => ReactNode
}
/** A table on phones, as cards: title, facts, state, first action. */
export function Cards<R extends { id: string }>({ label, columns, rows, isLoading, stateKey, facts: declared, selected, onSelect, acts, card }: CardsProps<R>) {
  const { title, name, state, facts } = cardColumns(columns, { stateKey, facts: declared })
  if (isLoading) return <Waiting />
  return (
    <ul className="ql-cards" aria-label={label}>
      {rows.map(row => (
        <li key={row.id} className={selected?.has(row.id) ? 'ql-selected' : undefined}>
          {card ? (
            card(row)
          ) : (
            <>
              <div className="ql-card-head">
                {onSelect ? <Check checked={selected?.has(row.id) ?? false} onCheck={on => onSelect([row], on)} aria-label={t('选择这一行')} /> : null}
                <b>
                  {name ? <>{name.cell(row)} </> : null}
                  {title?.cell(row)}
                </b>
                {state?.cell(row)}
              </div>
              <dl>
                {facts.map(fact => (
                  <div key={fact.key}>
                    <dt>{fact.title}</dt>
                    <dd>{fact.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          {acts ? <div className="ql-card-acts">{acts(row)}</div> : null}
        </li>
      ))}
    </ul>
  )
}
const Waiting = () => (
  <ul className="ql-cards" aria-busy="true">
    {[0, 1, 2].map(n => (
      <li key={n}>
        <Bars lines={3} />
      </li>
    ))}
  </ul>
)
