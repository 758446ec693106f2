import { Select } from 'antd'
import type { OutputOf } from '#model'
import type { CustomScope } from '#model/scope-order.ts'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import type { apiClient, createClient } from '../model/api-client.ts'
import { apiEntries } from '../model/explain.ts'
import { CustomScopeInput } from './CustomScopeInput.tsx'
import style from './system.module.css'

/** Form fields of a new application. */
export const newClientLayout = (): LayoutOf<typeof createClient> => [{ title: '应用', fields: ['name', 'remark'] }, ...reach()]
/** Of one that exists and can be switched off. */
export const clientLayout = (): LayoutOf<typeof apiClient> => [{ title: '应用', fields: ['name', 'remark', 'isEnabled'] }, ...reach()]
const reach = (): LayoutOf<typeof apiClient> & LayoutOf<typeof createClient> => [
  {
    title: '能读什么',
    fields: [
      { field: 'apiIds', render: props => <ApisInput {...props} />, help: t('只有查询类接口可以授给应用；个人信息按掩码答复，敏感信息不答复') },
      'dataScope',
      {
        field: 'customScope',
        when: values => values.dataScope !== 'all',
        render: ({ value, onChange, disabled }) => <CustomScopeInput value={value as CustomScope | null} onChange={onChange} disabled={disabled} />,
      },
    ],
  },
  {
    title: '限制',
    fields: [{ field: 'ipRanges', render: props => <RangesInput {...props} />, help: t('地址或地址段，例如 10.1.2.3、10.1.0.0/16；不填表示任何地址') }, 'dailyQuota', 'validTo'],
  },
]
const labelOf = ({ name, deprecatedAt }: OutputOf<typeof apiEntries>): string => (deprecatedAt ? `${name} · ${t('{{date}}起废弃', { date: formatDate(deprecatedAt) })}` : name)
function ApisInput({ id, value, onChange, disabled, status, describedBy }: DrawnInput) {
  const { data } = useRead(apiEntries, {})
  const readable = (data ?? []).filter(e => e.isReadable && e.isOpen)
  const modules = [...new Set(readable.map(e => e.module))].sort()
  const options = modules.map(module => ({
    label: module,
    options: readable.filter(e => e.module === module).map(e => ({ value: `${e.method} ${e.path}`, label: labelOf(e), title: e.path })),
  }))
  return (
    <Select
      id={id}
      mode="multiple"
      className="ql-wide"
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      loading={!data}
      placeholder={t('名称或地址')}
      value={(value as string[] | null) ?? []}
      options={options}
      optionRender={option => (
        <Row as="span" gap={0} spread="between" className={style.apiOption}>
          {option.label}
          <small>{String(option.value ?? '').replace(/^\w+ /, '')}</small>
        </Row>
      )}
      showSearch={{
        filterOption: (typed, option) => `${option?.label ?? ''} ${option && 'value' in option ? String(option.value) : ''}`.toLowerCase().includes(typed.toLowerCase()),
      }}
      onChange={onChange}
    />
  )
}
const RangesInput = ({ id, value, onChange, disabled, status, describedBy }: DrawnInput) => (
  <Select
    id={id}
    mode="tags"
    className="ql-wide"
    open={false}
    suffixIcon={null}
    tokenSeparators={[',', '，', ' ', ';', '、']}
    disabled={disabled}
    status={status}
    aria-describedby={describedBy}
    value={(value as string[] | null) ?? []}
    onChange={onChange}
  />
)
