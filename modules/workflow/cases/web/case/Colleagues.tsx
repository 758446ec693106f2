import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { failureText } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { colleagues } from '../../model/decide.ts'
import style from './case.module.css'

export interface Chosen {
  value: string
  label: string
}
interface ColleaguesProps {
  value: readonly Chosen[]
  onChange: (people: Chosen[]) => void
  /** Maximum number; 1 makes a plain select. */
  most: number
  id?: string
  disabled?: boolean
  status?: '' | 'error'
  'aria-label'?: string
  'aria-describedby'?: string | undefined
}
/** Staff search by name or number. */
export function Colleagues({ value, onChange, most, ...rest }: ColleaguesProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyword = useSettled(typed.trim(), 250)
  const found = useRead(colleagues, { size: 30, ...(keyword ? { keyword } : {}) }, { enabled: isOpen, keeps: true })
  const options = (found.data ?? []).map(person => ({ value: person.id, label: person.label, title: person.place ?? '' }))
  const common = {
    ...rest,
    className: 'ql-wide',
    options,
    labelInValue: true as const,
    placeholder: t('输入姓名或工号'),
    loading: found.isFetching,
    showSearch: { filterOption: false, onSearch: setTyped },
    notFoundContent: found.error ? failureText(found.error) : found.isPending ? t('正在取数') : t('没有找到这位同事'),
    optionRender: (option: { label?: ReactNode; data: { title?: string } }) => (
      <span className={style.colleague}>
        {option.label}
        {option.data.title ? <small>{option.data.title}</small> : null}
      </span>
    ),
    onOpenChange: setOpen,
  }
  const plain = (one: { value: string; label?: unknown }): Chosen => ({ value: one.value, label: String(one.label ?? '') })
  if (most === 1) return <Select<Chosen | null> {...common} allowClear value={value[0] ?? null} onChange={one => onChange(one ? [plain(one)] : [])} />
  return <Select<Chosen[]> {...common} mode="multiple" maxCount={most} value={[...value]} onChange={many => onChange(many.map(plain))} />
}
