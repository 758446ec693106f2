import { Select } from 'antd'
import { useState } from 'react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems, useSettled } from '#web/inputs/RefSelect.tsx'

type Props = Pick<DrawnInput, 'id' | 'disabled' | 'status' | 'describedBy'> & {
  /** Entity to choose from. */
  to: string
  where?: Readonly<Record<string, string | null | undefined>>
  value: unknown
  onChange: (ids: string[]) => void
}
/** Multi-select of another entity with search. */
export default function RefMany({ to, where, value, onChange, describedBy, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const items = useRefItems(to, { ...where, size: '200', ...(keyword ? { keyword } : {}) })
  return (
    <Select
      {...rest}
      mode="multiple"
      className="ql-wide"
      value={Array.isArray(value) ? (value as string[]) : []}
      options={(items.data ?? []).map(item => ({ value: item.id, label: item.label }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={items.isFetching}
      notFoundContent={items.isPending ? t('正在取数') : t('没有符合的选项')}
      onChange={onChange}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
    />
  )
}
