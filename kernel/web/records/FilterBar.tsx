import { Button, Popover } from 'antd'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#model'
import { Panel } from '#web/feedback/Panel.tsx'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { manyOf, t } from '#web/i18n/index.ts'
import { FilterInput, Settling } from './FilterInput.tsx'
import { FilterText } from './FilterText.tsx'
import { type Filter, INLINE, isSet, without } from './filters.ts'
import { type ListState, searchedLabels } from './query.ts'

interface FilterBarProps {
  of: Entity
  filters: readonly Filter[]
  state: ListState
  change: (part: Partial<ListState>) => void
  clear: () => void
  conditions: number
  /** At the right: row count, column settings. */
  aside?: ReactNode
}
/** Keyword and filters, applied as they change. */
export function FilterBar(props: FilterBarProps) {
  const { of, filters, state, change, clear, conditions, aside } = props
  const narrow = useNarrow()
  const inline = narrow ? [] : filters.slice(0, INLINE)
  const more = filters.slice(inline.length)
  const chips = more.filter(f => isSet(state.filters, f.field))
  const searched = searchedLabels(of).map(label => t(label))
  if (!searched.length && !filters.length) return aside ? <div className="ql-conditions ql-lone">{aside}</div> : null
  return (
    <search className="ql-filters" aria-label={t('查找{{label}}', { label: manyOf(of) })}>
      <div className="ql-filter-row">
        {searched.length ? (
          <Settling
            className="ql-filter ql-keyword"
            prefix={<Search size={15} />}
            maxLength={60}
            placeholder={searched.join(t('、'))}
            aria-label={t('关键字：{{fields}}', { fields: searched.join(t('、')) })}
            value={state.keyword}
            onChange={keyword => change({ keyword })}
          />
        ) : null}
        {inline.map(filter => (
          <FilterInput key={filter.field} filter={filter} filters={state.filters} onChange={filters => change({ filters })} />
        ))}
        {more.length ? <MoreFilters filters={more} state={state} change={change} set={chips.length} narrow={narrow} clear={clear} /> : null}
      </div>
      {chips.length || conditions || aside ? (
        <div className="ql-conditions">
          {chips.map(filter => (
            <span key={filter.field} className="ql-chip">
              <FilterText filter={filter} filters={state.filters} />
              <button type="button" aria-label={t('去掉这个条件')} onClick={() => change({ filters: without(state.filters, filter.field) })}>
                <X size={13} />
              </button>
            </span>
          ))}
          {conditions ? (
            <Button type="link" size="small" onClick={clear}>
              {t('清空全部条件')}
            </Button>
          ) : null}
          <span className="ql-aside">{aside}</span>
        </div>
      ) : null}
    </search>
  )
}

interface MoreProps {
  filters: readonly Filter[]
  state: ListState
  change: FilterBarProps['change']
  clear: () => void
  set: number
  narrow: boolean
}
function MoreFilters({ filters, state, change, clear, set, narrow }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  const fields = (
    <div className="ql-more">
      {filters.map(filter => (
        <div key={filter.field} className="ql-field">
          <span className="ql-label">{t(filter.title)}</span>
          <FilterInput filter={filter} filters={state.filters} onChange={filters => change({ filters })} />
        </div>
      ))}
    </div>
  )
  const button = (
    <Button icon={<SlidersHorizontal size={15} />} onClick={narrow ? () => setOpen(true) : undefined}>
      {narrow ? t('筛选') : t('更多筛选')}
      {set ? <em className="ql-count">{set}</em> : null}
    </Button>
  )
  if (!narrow)
    return (
      <Popover trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen} content={fields} destroyOnHidden={false}>
        {button}
      </Popover>
    )
  return (
    <>
      {button}
      <Panel
        open={isOpen}
        title={t('筛选')}
        onClose={() => setOpen(false)}
        footer={
          <div className="ql-acts">
            <Button onClick={clear}>{t('清空条件')}</Button>
            <Button type="primary" onClick={() => setOpen(false)}>
              {t('查看结果')}
            </Button>
          </div>
        }
      >
        {fields}
      </Panel>
    </>
  )
}
