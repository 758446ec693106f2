import Input from 'antd/es/input/Input'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/app/chunk.ts'
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
/** A filter that offers choices. While none is chosen it is a plain box; what lists them is fetched when somebody turns to it. */
export function ChoiceFilter(props: ChoiceProps) {
  const { filter, filters, put: _put, ...common } = props
  // what was opened once stays: whoever empties it has the focus in it
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
