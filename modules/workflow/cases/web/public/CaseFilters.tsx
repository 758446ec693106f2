import { Button, Select } from 'antd'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import DateRange from '#web/inputs/DateRange.tsx'
import { classes } from '#web/layout/classes.ts'
import { Settling } from '#web/records/FilterInput.tsx'
import { formatNumber } from '#web/values/format.ts'
import filterStyle from '../../../flows/web/public/filter.module.css'
import { INSTANCE_STATES } from '../../model/instance.ts'
import style from './cases.module.css'

/** Filters in the URL, with their setter. */
export interface Asking {
  params: URLSearchParams
  put: (part: Readonly<Record<string, string | null>>) => void
}
/** Number of active filters; the date range counts as one. */
export const conditionsIn = (params: URLSearchParams, names: readonly string[]): number =>
  names.filter(name => params.get(name)).length - (params.get('from') && params.get('to') ? 1 : 0)
/** Values that reset all of them. */
export const noneOf = (names: readonly string[]): Record<string, null> => Object.fromEntries(names.map(name => [name, null]))

export interface CaseFiltersProps extends Asking {
  conditions: number
  clear: () => void
  total: number | undefined
}
/** Filters of a case list: keyword and page-specific ones, with the result count. */
export function CaseFilters({ params, put, conditions, clear, total, words, chip, children }: CaseFiltersProps & { words: string; chip?: ReactNode; children: ReactNode }) {
  const keyword = params.get('keyword') ?? ''
  return (
    <search className="ql-filters" aria-label={t('查找申请')}>
      <div className="ql-filter-row">
        <Settling
          className="ql-filter ql-keyword"
          prefix={<Search size={15} />}
          maxLength={60}
          placeholder={words}
          aria-label={t('关键字：{{fields}}', { fields: words })}
          value={keyword}
          onChange={typed => put({ keyword: typed || null })}
        />
        {children}
      </div>
      <div className="ql-conditions">
        {chip}
        {conditions ? (
          <Button type="link" size="small" onClick={clear}>
            {t('清空全部条件')}
          </Button>
        ) : null}
        <span className="ql-aside" role="status">
          {total === undefined ? '' : t('共 {{total}} 件', { total: formatNumber(total) })}
        </span>
      </div>
    </search>
  )
}
/** One of a few values. */
export function OneOf({ name, label, options, params, put }: Asking & { name: string; label: string; options: Array<{ value: string; label: string }> }) {
  const value = params.get(name)
  return (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      className={classes(value ? `${filterStyle.filter} ql-set` : filterStyle.filter)}
      value={value}
      options={options}
      onChange={next => put({ [name]: next ?? null })}
    />
  )
}
export const StateFilter = (asking: Asking) => (
  <OneOf {...asking} name="state" label={t('状态')} options={Object.entries(INSTANCE_STATES).map(([value, label]) => ({ value, label: t(label) }))} />
)
export function DaysFilter({ label, params, put }: Asking & { label: string }) {
  const [from, to] = [params.get('from') ?? undefined, params.get('to') ?? undefined]
  return (
    <DateRange
      from={from}
      to={to}
      className={classes(from || to ? `${style.filterDays} ql-set` : style.filterDays)}
      placeholder={label}
      aria-label={label}
      onChange={(first, last) => put({ from: first ?? null, to: last ?? null })}
    />
  )
}
