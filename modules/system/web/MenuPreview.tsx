import { Select } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { type MenuEntry, previewMenu, type Terminal } from '../model/menu.ts'
import style from './system.module.css'
import { useRoles } from './useRoles.ts'

/** Menus visible to a role. */
export default function MenuPreview({ terminal, onClose }: { terminal: Terminal; onClose: () => void }) {
  const roles = useRoles()
  const [roleId, setRole] = useState<string>()
  const read = useRead<typeof previewMenu, readonly MenuEntry[]>(previewMenu, { roleId: roleId ?? '', terminal }, { enabled: Boolean(roleId) })
  const { data } = read
  return (
    <Panel open title={t('以角色预览')} onClose={onClose}>
      <Select
        className="ql-wide"
        placeholder={t('选择角色')}
        aria-label={t('选择角色')}
        value={roleId ?? null}
        options={(roles.data ?? []).map(r => ({ value: r.id, label: t(r.name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={id => setRole(id ?? undefined)}
      />
      {roleId && !data ? <Loading of={read} lines={6} /> : null}
      {data && !data.length ? <p className="ql-quiet">{t('这个角色在这里没有菜单')}</p> : null}
      {data ? <Entries entries={data} /> : null}
    </Panel>
  )
}
const Entries = ({ entries }: { entries: readonly MenuEntry[] }) => (
  <ul className={style.menus}>
    {entries
      .filter(e => !e.meta.isHide)
      .map(e => (
        <li key={e.id}>
          {e.meta.title} <small>{e.path}</small>
          {e.children.length ? <Entries entries={e.children} /> : null}
        </li>
      ))}
  </ul>
)
