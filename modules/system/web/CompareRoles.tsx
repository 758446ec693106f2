import { Select } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { compareRoles } from '../model/role.ts'
import type { RoleRow } from './useRoles.ts'

/** Differences between two roles. */
export function CompareRoles({ role, roles, onClose }: { role: RoleRow; roles: readonly RoleRow[]; onClose: () => void }) {
  const [otherId, setOther] = useState<string>()
  const read = useRead(compareRoles, { roleId: role.id, otherId: otherId ?? '' }, { enabled: Boolean(otherId) })
  const { data } = read
  const other = roles.find(r => r.id === otherId)
  return (
    <Panel open size={720} title={t('比较“{{name}}”', { name: t(role.name) })} onClose={onClose}>
      <Select
        className="ql-wide"
        placeholder={t('选择另一个角色')}
        aria-label={t('选择另一个角色')}
        value={otherId ?? null}
        options={roles.filter(r => r.id !== role.id).map(r => ({ value: r.id, label: t(r.name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={id => setOther(id ?? undefined)}
      />
      {otherId && !data ? <Loading of={read} lines={6} /> : null}
      {data && !data.length ? <p className="ql-quiet">{t('两个角色的权限和数据范围完全相同')}</p> : null}
      {data?.length && other ? (
        <PlainTable
          label={t('{{n}} 处不同', { n: data.length })}
          caption={t('{{n}} 处不同', { n: data.length })}
          rows={data}
          keyOf={d => d.menuId}
          columns={[
            [
              t('菜单或按钮'),
              d =>
                d.path
                  .split(' / ')
                  .map(p => tAny(p))
                  .join(' / '),
            ],
            [t(role.name), d => (d.firstScope ? tAny(d.firstScope) : '—')],
            [t(other.name), d => (d.secondScope ? tAny(d.secondScope) : '—')],
          ]}
        />
      ) : null}
    </Panel>
  )
}
