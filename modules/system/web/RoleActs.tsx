import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { permissionKey } from '#model'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import { useSession } from '#web/session/useCan.ts'
import { compareRoles, copyRole, grantRole, resetRole, role as roleEntity } from '../model/role.ts'
import { CompareRoles } from './CompareRoles.tsx'
import type { RoleRow } from './useRoles.ts'

interface Props {
  role: RoleRow
  roles: readonly RoleRow[]
  onRemoved: () => void
}
/** Actions on a role as a whole. */
export function RoleActs({ role, roles, onRemoved }: Props) {
  const { can } = useSession()
  const [opened, open] = useState<'copy' | 'compare' | 'reset' | 'remove'>()
  const close = () => open(undefined)
  const items = [
    can(compareRoles.permission) && { key: 'compare', label: t('与另一角色比较'), onClick: () => open('compare') },
    can(copyRole.permission) && { key: 'copy', label: t('复制'), onClick: () => open('copy') },
    role.builtIn && can(grantRole.permission) && { key: 'reset', label: t('恢复初始设置'), onClick: () => open('reset') },
    !role.builtIn && can(permissionKey(roleEntity, 'remove')) && { key: 'remove', label: t('删除'), danger: true, onClick: () => open('remove') },
  ].filter(item => item !== false)
  if (!items.length) return null
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
        <Button icon={<Ellipsis size={16} />} aria-label={t('更多操作')} />
      </Dropdown>
      {opened === 'copy' ? (
        <ActionForm
          of={copyRole}
          title={t('复制“{{name}}”', { name: t(role.name) })}
          input={{ roleId: role.id }}
          initial={{ code: `${role.code}2`, name: t('{{name}}（副本）', { name: role.name }) }}
          onClose={close}
        />
      ) : null}
      {opened === 'compare' ? <CompareRoles role={role} roles={roles} onClose={close} /> : null}
      {opened === 'reset' ? <Reset role={role} onClose={close} /> : null}
      {opened === 'remove' ? <ConfirmRemove of={roleEntity} rows={[{ id: role.id, name: role.name }]} onClose={close} onDone={onRemoved} /> : null}
    </>
  )
}
function Reset({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const act = useAct(resetRole, { changes: ['roleMenu'], done: t('已恢复初始设置'), onDone: onClose })
  return (
    <Dialog
      open
      title={t('恢复“{{name}}”的初始设置', { name: t(role.name) })}
      verb={t('恢复初始设置')}
      danger
      busy={act.isPending}
      onAct={() => act.mutate({ roleId: role.id, version: role.version })}
      onClose={onClose}
    >
      {act.error ? <Refused what={t('没有恢复')} error={act.error} /> : <p>{t('学校对这个角色的菜单、按钮和数据范围的修改都会撤销，用户不变。')}</p>}
    </Dialog>
  )
}
