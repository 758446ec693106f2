import { Select } from 'antd'
import type { DrawnInput, FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'

const OPEN_TYPES: Readonly<Record<number, string>> = { 1: '标签页', 2: '内嵌标签页', 3: '新浏览器标签页', 4: '外部链接' }

/** Maps the customer's numbers for how a page opens to names. */
const OpenTypeInput = ({ id, value, onChange, disabled, describedBy }: DrawnInput) => (
  <Select
    id={id}
    aria-describedby={describedBy}
    disabled={disabled}
    value={typeof value === 'number' ? value : 1}
    options={Object.entries(OPEN_TYPES).map(([key, label]) => ({ value: Number(key), label: t(label) }))}
    onChange={onChange}
  />
)
export const openTypeField: FieldSpec<'openType'> = { field: 'openType', help: '', render: props => <OpenTypeInput {...props} /> }
