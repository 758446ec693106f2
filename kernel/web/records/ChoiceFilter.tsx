import Input from 'antd/es/input/Input'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { type Filter, isSet } from './filters.ts'

const load = () => import('./FilterSelect.tsx')
const FilterSelect = lazily(load)

export interface ChoiceProps {
  filter: Filter
  filters: Readonly<Record<string, string>>
  put: (value: string | undefined) => void
  'aria-label': string
  placeholder: string
  className: string
}
/** Filter with options. Renders a plain box until it has a value or is used; the select component is loaded then. */
export function ChoiceFilter(props: ChoiceProps) {
  const { filter, filters, put: _put, ...common } = props
  // once loaded it stays: a user who clears it still has the focus in it
  const [asked, setAsked] = useState<'shown' | 'focused' | 'pressed' | undefined>(isSet(filters, filter.field) ? 'shown' : undefined)
  const box = (
    <Input
      {...common}
      readOnly
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      suffix={<ChevronDown size={14} />}
      onPointerEnter={() => void load().catch(() => undefined)}
      onPointerDown={() => setAsked('pressed')}
      onFocus={() => setAsked(now => now ?? 'focused')}
    />
  )
  if (!asked && isSet(filters, filter.field)) setAsked('shown')
  if (!asked) return box
  return (
    <Suspense fallback={box}>
      <FilterSelect {...props} focused={asked !== 'shown'} open={asked === 'pressed'} />
    </Suspense>
  )
}
