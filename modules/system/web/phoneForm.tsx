import { AutoComplete, Select } from 'antd'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { allPages } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import type { menu } from '../model/menu.ts'
import { getTreeMenu } from '../model/menu.ts'
import { iconField } from './IconInput.tsx'
import type { TreeEntry } from './MenuTree.tsx'
import { openTypeField } from './OpenTypeInput.tsx'
import { useRoles } from './useRoles.ts'

/** Form fields of a group or entry of the phone's menu. */
export const phoneLayout = (type: TreeEntry['type']): LayoutOf<typeof menu> => {
  const names = ['title', 'titleEn', 'titleTw', iconField] as const
  if (type === 'dir') return [...names, 'isHide']
  return [
    { title: '入口', fields: [...names, { field: 'parentId', where: () => ({ terminal: 'mobile', type: 'dir' }) }] },
    {
      title: '打开',
      fields: [{ field: 'path', help: t('选一个页面，或直接输入地址；打不开这个页面的人看不到这个入口'), render: props => <PathInput {...props} /> }, openTypeField, 'menuLink'],
    },
    { title: '显示', fields: ['badge', { field: 'roles', render: props => <RolesInput {...props} /> }, 'isHide'] },
  ]
}
const pagesOf = (nodes: readonly TreeEntry[]): TreeEntry[] => nodes.flatMap(n => [...(n.type === 'menu' && n.path && !n.isHide ? [n] : []), ...pagesOf(n.children)])
function PathInput({ id, value, onChange, disabled, status, describedBy }: DrawnInput) {
  const { data } = useRead<typeof getTreeMenu, readonly TreeEntry[]>(getTreeMenu, { terminal: 'web' })
  const own = allPages()
    .filter(p => p.access === 'signedIn' && p.frame === 'shell' && p.component && !p.path.includes(':'))
    .map(p => ({ path: p.path, title: tAny(p.title) }))
  const options = [...own, ...pagesOf(data ?? [])].map(p => ({ value: p.path ?? '', label: `${p.title}　${p.path}` }))
  return (
    <AutoComplete
      id={id}
      className="ql-wide"
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      value={(value as string | null) ?? ''}
      options={options}
      showSearch={{
        filterOption: (typed, option) =>
          String(option?.label ?? '')
            .toLowerCase()
            .includes(typed.toLowerCase()),
      }}
      onChange={next => onChange(next || null)}
    />
  )
}
function RolesInput({ id, value, onChange, disabled, status, describedBy }: DrawnInput) {
  const roles = useRoles()
  return (
    <Select
      id={id}
      mode="multiple"
      className="ql-wide"
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      placeholder={t('所有人')}
      value={(value as string[] | null) ?? []}
      options={(roles.data ?? []).map(r => ({ value: r.code, label: t(r.name) }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}
