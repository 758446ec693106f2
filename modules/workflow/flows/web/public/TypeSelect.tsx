import { Select } from 'antd'
import { Workflow } from 'lucide-react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import style from './filter.module.css'
import { useTypes } from './useTypes.ts'

const SEARCH = { optionFilterProp: 'label' } as const
/** Filter by kind of application. */
export function TypeSelect({ value, onChange }: { value: string | null; onChange: (type: string | null) => void }) {
  const { options } = useTypes()
  return (
    <Select
      allowClear
      aria-label={t('业务类型')}
      placeholder={t('业务类型')}
      className={classes(value ? `${style.filter} ql-set` : style.filter)}
      showSearch={SEARCH}
      value={value}
      options={[...options]}
      onChange={next => onChange(next ?? null)}
    />
  )
}
const common = ({ id, disabled, status, onChange, describedBy }: DrawnInput) => ({
  id,
  disabled,
  status,
  onChange,
  className: 'ql-wide',
  showSearch: SEARCH,
  ...(describedBy ? { 'aria-describedby': describedBy } : {}),
})
/** Form input storing a kind's code. */
export function TypeInput(input: DrawnInput) {
  const { options } = useTypes()
  return <Select {...common(input)} value={typeof input.value === 'string' ? input.value : null} options={[...options]} />
}
/** Form input for several kinds; none means all. */
export function TypesInput(input: DrawnInput) {
  const { options } = useTypes()
  return (
    <Select
      {...common(input)}
      mode="multiple"
      suffixIcon={<Workflow size={14} />}
      placeholder={t('全部')}
      value={Array.isArray(input.value) ? input.value.map(String) : []}
      options={[...options]}
    />
  )
}
