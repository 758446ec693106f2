import { scaleOf } from '#fields/models.ts'
import type { Dictionary } from '#model'
import { t } from '#web/i18n/index.ts'
import { useRefItem } from '#web/inputs/refItems.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import type { Filter } from './filters.ts'

/** An active filter as text: 政治面貌：共青团员. */
export const FilterText = ({ filter, filters }: { filter: Filter; filters: Readonly<Record<string, string>> }) => (
  <>
    {t(filter.title)}
    {t('：')}
    <Words filter={filter} filters={filters} />
  </>
)
function Words({ filter, filters }: { filter: Filter; filters: Readonly<Record<string, string>> }) {
  const value = filters[filter.field] ?? ''
  const options = filter.of?.options ?? {}
  if (filter.options) return filter.options.find(o => o.value === value)?.label ?? value
  if (filter.kind === 'bool') return value === '1' ? t('是') : t('否')
  if (filter.kind === 'ref') return <RefName to={options.to ?? ''} id={value} />
  if (filter.kind === 'many' && options.dictionary) return <DictWords of={options.dictionary} codes={value.split(',')} />
  if (filter.kind === 'many')
    return value
      .split(',')
      .map(code => t(options.choices?.[code] ?? code))
      .join(t('、'))
  return filter.kind === 'dates' || filter.kind === 'numbers' ? rangeWords(filter, filters) : value
}
function rangeWords(filter: Filter, filters: Readonly<Record<string, string>>): string {
  const scale = scaleOf(filter.of)
  const word = (value: string | undefined) => (value ? (filter.kind === 'dates' ? formatDate(value) : String(Number(value) / scale)) : undefined)
  const [from, to] = [word(filters[`${filter.field}.ge`]), word(filters[`${filter.field}.le`])]
  if (from && to) return t('{{from}} 至 {{to}}', { from, to })
  return from ? t('{{from}} 起', { from }) : t('到 {{to}}', { to })
}
const DictWords = ({ of, codes }: { of: Dictionary; codes: readonly string[] }) => {
  const items = useDict(of)
  return codes.map(code => dictLabel(items, code)).join(t('、'))
}
/** Label of a referenced row, fetched by id. */
export const RefName = ({ to, id }: { to: string; id: string }) => useRefItem(to, id)?.label ?? '…'
