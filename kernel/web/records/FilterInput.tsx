import Input from 'antd/es/input/Input'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { scaleOf } from '#fields/models.ts'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { type Filter, isSet, withValues } from './filters.ts'

/** The calendar is loaded only for lists with a date filter. */
const DateRange = lazily(() => import('#web/inputs/DateRange.tsx'))

interface FilterInputProps {
  filter: Filter
  filters: Readonly<Record<string, string>>
  onChange: (filters: Record<string, string>) => void
}
/** One filter, applied as it changes; blue when set. */
export function FilterInput(props: FilterInputProps) {
  const { filter, filters, onChange } = props
  const { field, kind } = filter
  const title = t(filter.title)
  const put = (value: string | undefined) => onChange(withValues(filters, field, { [field]: value }))
  const common = { 'aria-label': title, placeholder: title, className: isSet(filters, field) ? 'ql-filter ql-set' : 'ql-filter' }
  const value = filters[field]
  switch (kind) {
    case 'many':
    case 'one':
    case 'bool':
    case 'ref':
      return <ChoiceFilter {...common} filter={filter} filters={filters} put={put} />
    case 'dates':
      return (
        <Suspense fallback={<Input {...common} disabled />}>
          <DateRange
            {...common}
            from={filters[`${field}.ge`]}
            to={filters[`${field}.le`]}
            onChange={(from, to) => onChange(withValues(filters, field, { [`${field}.ge`]: from, [`${field}.le`]: to }))}
          />
        </Suspense>
      )
    case 'numbers':
      return <NumberRange {...props} title={title} isOn={isSet(filters, field)} />
    default:
      return <Settling {...common} value={value ?? ''} onChange={text => put(text || undefined)} />
  }
}
interface SettlingProps {
  value: string
  onChange: (value: string) => void
  placeholder: string
  className?: string | undefined
  'aria-label'?: string
  prefix?: ReactNode
  inputMode?: 'decimal'
  maxLength?: number
}
/** Debounced text input. */
export function Settling({ value, onChange, ...rest }: SettlingProps) {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (text: string) => text.trim() !== value && latest.current(text.trim())
  const act = (text: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(text), wait)
  }
  // commit on blur: another tab may hide this view before the debounce fires
  const settle = () => {
    clearTimeout(timer.current)
    tell(typed)
  }
  return (
    <Input
      {...rest}
      allowClear
      value={typed}
      onChange={event => {
        setTyped(event.target.value)
        act(event.target.value, event.target.value ? 350 : 0)
      }}
      onPressEnter={settle}
      onBlur={settle}
    />
  )
}
function NumberRange({ filter, filters, onChange, title, isOn }: FilterInputProps & { title: string; isOn: boolean }) {
  const { field, of } = filter
  const scale = scaleOf(of)
  const side = (end: 'ge' | 'le', words: string) => (
    <Settling
      aria-label={`${title} ${words}`}
      placeholder={words}
      inputMode="decimal"
      maxLength={15}
      className={isOn ? 'ql-set' : ''}
      value={shown(filters[`${field}.${end}`], scale)}
      onChange={text =>
        onChange(withValues(filters, field, { [`${field}.ge`]: filters[`${field}.ge`], [`${field}.le`]: filters[`${field}.le`], [`${field}.${end}`]: stored(text, scale) }))
      }
    />
  )
  return (
    <span className="ql-filter ql-range">
      {side('ge', t('{{title}}从', { title }))}
      {side('le', t('到'))}
    </span>
  )
}
const shown = (value: string | undefined, scale: number): string => (value ? String(Number(value) / scale) : '')
const stored = (text: string, scale: number): string | undefined => (/^-?\d+(\.\d+)?$/.test(text) ? String(Math.round(Number(text) * scale * 1e6) / 1e6) : undefined)
