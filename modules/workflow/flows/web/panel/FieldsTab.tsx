import { Button, Select } from 'antd'
import { FIELD_PERMS, type FieldPerm } from '#flow/index.ts'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
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
      <PlainTable
        label={t('权限')}
        rows={[...flow.form, ...gone.map(name => ({ name, label: undefined }))]}
        keyOf={field => field.name}
        columns={[
          [t('字段'), field => field.label ?? <Gone name={field.name} />],
          [
            t('权限'),
            ({ name, label }) =>
              label === undefined ? (
                <Button size="small" disabled={disabled} onClick={() => put(Object.fromEntries(Object.entries(perms).filter(([one]) => one !== name)))}>
                  {t('去掉')}
                </Button>
              ) : (
                <Select
                  size="small"
                  aria-label={t('{{name}}的权限', { name: label })}
                  disabled={disabled}
                  value={perms[name] ?? 'read'}
                  className={perms[name] ? 'ql-set' : ''}
                  options={optionsOf(FIELD_PERMS)}
                  onChange={perm => put({ ...perms, [name]: perm })}
                />
              ),
          ],
        ]}
      />
    </div>
  )
}
const Gone = ({ name }: { name: string }) => (
  <>
    {name}
    <small className="ql-problem">{t('表单里已没有这个字段')}</small>
  </>
)
