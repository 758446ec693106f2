import { Select } from 'antd'
import type { DrawnInput, FieldSpec } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import MenuIcon from '#web/shell/MenuIcon.tsx'
import { ICON_NAMES } from '#web/shell/menu-icons.ts'

/** Icon picker. */
export const iconField: FieldSpec<'icon'> = { field: 'icon', render: props => <IconInput {...props} /> }
const drawn = (name: string) => (
  <span>
    <MenuIcon name={name} /> {name}
  </span>
)
const IconInput = ({ id, value, onChange, disabled, status, describedBy }: DrawnInput) => (
  <Select
    id={id}
    className="ql-wide"
    allowClear
    showSearch
    disabled={disabled}
    status={status}
    aria-describedby={describedBy}
    placeholder={t('选择图标')}
    value={(value as string | null) ?? null}
    options={ICON_NAMES.map(name => ({ value: name, label: name }))}
    optionRender={option => drawn(String(option.value))}
    labelRender={option => drawn(String(option.value))}
    onChange={next => onChange(next ?? null)}
  />
)
