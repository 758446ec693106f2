import { Button, Select } from 'antd'
import { FIELD_PERMS, type FieldPerm } from '#model/flow/index.ts'
import { t } from '#web/i18n/index.ts'
import { optionsOf, type TabProps } from './ApproverTab.tsx'

/** Permissions of this step on form fields (10-W9). */
export function FieldsTab({ step, flow, disabled, onChange }: TabProps) {
  const perms = step.fieldPerms ?? {}
  const put = (next: Readonly<Record<string, FieldPerm>>) => {
    const { fieldPerms: _all, ...rest } = step
    // read is the default and not stored
    const said = Object.fromEntries(Object.entries(next).filter(([, perm]) => perm !== 'read'))
    onChange(Object.keys(said).length ? { ...rest, fieldPerms: said } : rest)
  }
  const gone = Object.keys(perms).filter(name => !flow.form.some(field => field.name === name))
  return (
    <div className="flow-fields">
      <p className="ql-help">{t('隐藏的字段在打印和导出里也不出现。改动会记入审批记录。')}</p>
      <table className="ql-plain">
        <thead>
          <tr>
            <th>{t('字段')}</th>
            <th>{t('权限')}</th>
          </tr>
        </thead>
        <tbody>
          {flow.form.map(field => (
            <tr key={field.name}>
              <td>{field.label}</td>
              <td>
                <Select
                  size="small"
                  aria-label={t('{{name}}的权限', { name: field.label })}
                  disabled={disabled}
                  value={perms[field.name] ?? 'read'}
                  className={perms[field.name] ? 'ql-set' : ''}
                  options={optionsOf(FIELD_PERMS)}
                  onChange={perm => put({ ...perms, [field.name]: perm })}
                />
              </td>
            </tr>
          ))}
          {gone.map(name => (
            <tr key={name}>
              <td>
                {name}
                <small className="ql-problem">{t('表单里已没有这个字段')}</small>
              </td>
              <td>
                <Button size="small" disabled={disabled} onClick={() => put(Object.fromEntries(Object.entries(perms).filter(([one]) => one !== name)))}>
                  {t('去掉')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
