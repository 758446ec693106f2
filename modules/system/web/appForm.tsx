import { Select } from 'antd'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import type { Audience, appName } from '../model/app.ts'
import { ManyRefs } from './CustomScopeInput.tsx'
import { iconField } from './IconInput.tsx'
import { openTypeField } from './OpenTypeInput.tsx'
import style from './system.module.css'

/** Form fields of an app, shared by its pages. */
export const appLayout: LayoutOf<typeof appName> = [
  { title: '应用', fields: ['name', 'nameEn', 'nameTw', iconField, 'category'] },
  { title: '打开', fields: ['url', openTypeField, 'terminals', 'menuId', 'badge'] },
  { title: '开放', fields: [{ field: 'audience', render: props => <AudienceInput {...props} /> }, 'beginAt', 'endAt', 'isRecommended', 'isEnabled', 'sort'] },
  { title: '办事指南', fields: ['guide'] },
]
/** Display text of an app's audience. */
export const audienceText = (audience: Audience | null): string => {
  const n = (audience?.roles?.length ?? 0) + (audience?.departmentIds?.length ?? 0)
  if (!n) return t('所有人')
  return [
    audience?.roles?.length ? t('{{n}} 个角色', { n: audience.roles.length }) : '',
    audience?.departmentIds?.length ? t('{{n}} 个部门', { n: audience.departmentIds.length }) : '',
  ]
    .filter(Boolean)
    .join(t('、'))
}
/** Audience of an app by roles and departments; empty means everybody. */
function AudienceInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const audience = (value ?? {}) as Audience
  const roles = useRefItems('role', {})
  return (
    <div className={style.custom}>
      <Select
        id={id}
        mode="multiple"
        disabled={disabled}
        aria-describedby={describedBy}
        placeholder={t('不选表示所有人')}
        value={audience.roles ?? []}
        options={(roles.data ?? []).map(r => ({ value: String(r.code), label: t(r.label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={next => onChange({ ...audience, roles: next })}
      />
      <ManyRefs to="department" label={t('部门')} disabled={disabled} value={audience.departmentIds ?? []} onChange={departmentIds => onChange({ ...audience, departmentIds })} />
    </div>
  )
}
