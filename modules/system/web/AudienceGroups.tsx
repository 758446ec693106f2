import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { educationLevel } from '#model/national.ts'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import { get } from '#web/http/index.ts'
import { port, portPermission } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import { Columns } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { useDict } from '#web/values/useDict.ts'
import type { AudienceGroups } from '../model/audience.ts'
import style from './audience.module.css'
import { ManyRefs } from './CustomScopeInput.tsx'

/** Changed groups; undefined ones go. */
export type GroupChange = { [K in keyof AudienceGroups]?: AudienceGroups[K] | undefined }
interface GroupsProps {
  value: AudienceGroups
  disabled: boolean
  /** They are left out, not chosen. */
  isExcluding?: boolean
  /** Saved queries may be chosen. */
  takesQueries: boolean
  onChange: (groups: GroupChange) => void
}
const KINDS = [
  ['departmentIds', 'department', '部门'],
  ['majorIds', 'major', '专业'],
  ['classIds', 'stuClass', '班级'],
] as const

/** Groups of people by what they study, where they live, what they do, or what a saved query finds. */
export function Groups({ value, disabled, isExcluding = false, takesQueries, onChange }: GroupsProps) {
  const levels = useDict(educationLevel)
  const roles = useRefItems('role', {}, useCan('system:role:list'))
  const named = roles.data ? roles.data.map(r => ({ value: String(r.code), label: t(r.label) })) : BUILT_IN_ROLES.map(r => ({ value: r.code, label: t(r.name) }))
  const year = new Date().getFullYear()
  const nameOf = (label: string): string => (isExcluding ? t('除外的{{what}}', { what: label }) : label)
  const shared = { disabled, nameOf }
  return (
    <Columns gap={2} min={240} isFixed isEven>
      <Many
        {...shared}
        label={t('年级')}
        chosen={value.grades}
        options={Array.from({ length: 8 }, (_, n) => ({ value: year + 1 - n, label: t('{{n}} 级', { n: String(year + 1 - n) }) }))}
        onChange={grades => onChange({ grades })}
      />
      {KINDS.map(([key, to, label]) => (
        <ManyRefs key={key} to={to} label={nameOf(t(label))} disabled={disabled} value={value[key] ?? []} onChange={ids => onChange({ [key]: ids })} />
      ))}
      <Many
        {...shared}
        label={t('培养层次')}
        chosen={value.levels}
        options={levels.filter(l => l.isEnabled).map(l => ({ value: l.key, label: l.label }))}
        onChange={keys => onChange({ levels: keys })}
      />
      <ManyRefs
        to="building"
        label={nameOf(t('住在'))}
        disabled={disabled}
        where={{ usage: 'dormitory' }}
        value={value.buildingIds ?? []}
        onChange={buildingIds => onChange({ buildingIds })}
      />
      <Many {...shared} label={t('角色')} chosen={value.roles} options={named} onChange={codes => onChange({ roles: codes })} />
      <ManyRefs
        to="user"
        label={nameOf(isExcluding ? t('指定的人') : t('另外指定的人'))}
        disabled={disabled}
        value={value.userIds ?? []}
        onChange={userIds => onChange({ userIds })}
      />
      {takesQueries ? <SavedQuery label={nameOf(t('已保存的查询'))} disabled={disabled} value={value.savedQueryId} onChange={savedQueryId => onChange({ savedQueryId })} /> : null}
    </Columns>
  )
}
interface ManyProps<V> {
  label: string
  nameOf: (label: string) => string
  disabled: boolean
  chosen: readonly V[] | undefined
  options: ReadonlyArray<{ value: V; label: string }>
  onChange: (next: V[]) => void
}
function Many<V extends string | number>({ label, nameOf, disabled, chosen, options, onChange }: ManyProps<V>) {
  return (
    <div className={style.many}>
      <span>{nameOf(label)}</span>
      <Select
        mode="multiple"
        aria-label={nameOf(label)}
        disabled={disabled}
        value={[...(chosen ?? [])]}
        options={[...options]}
        showSearch={{ optionFilterProp: 'label' }}
        maxTagCount="responsive"
        placeholder={t('不限')}
        onChange={onChange}
      />
    </div>
  )
}
/** Whom a saved query of the publisher finds at publishing. */
function SavedQuery({ label, disabled, value, onChange }: { label: string; disabled: boolean; value: string | undefined; onChange: (id: string | undefined) => void }) {
  const may = useCan(portPermission('savedQueries'))
  const queries = useQuery({
    queryKey: ['savedQuery', 'audience'],
    queryFn: () => get<Array<{ id: string; name: string }>>(port('savedQueries')),
    enabled: may,
    meta: { inPlace: true },
  })
  if (!may) return null
  return (
    <div className={style.many}>
      <span>{label}</span>
      <Select
        aria-label={label}
        disabled={disabled}
        allowClear
        value={value ?? null}
        options={(queries.data ?? []).map(q => ({ value: q.id, label: q.name }))}
        showSearch={{ optionFilterProp: 'label' }}
        loading={queries.isFetching}
        placeholder={t('不限')}
        onChange={id => onChange(id ?? undefined)}
      />
    </div>
  )
}
