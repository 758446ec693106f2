import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DERIVED_ROLES } from '#model/roles.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { addRoleUsers, removeRoleUsers, roleUser } from '../model/role.ts'
import { ManyRefs } from './CustomScopeInput.tsx'
import style from './system.module.css'
import type { RoleRow } from './useRoles.ts'

/** Members of the role, with the source of each membership. */
export default function RoleUsers({ role }: { role: RoleRow }) {
  const { can } = useSession()
  const [isAdding, setAdding] = useState(false)
  const where = useMemo(() => ({ roleId: role.id }), [role.id])
  const isDerived = (DERIVED_ROLES as readonly string[]).includes(role.code)
  const mayAssign = can(addRoleUsers.permission) && !isDerived
  return (
    <>
      {isDerived ? <p className="ql-quiet">{t('这个角色随带班关系自动得到和失去；临时代班在“用户”里设置。')}</p> : null}
      <EntityTable<typeof roleUser>
        of={roleUser}
        title={false}
        where={where}
        columns={['userId', 'accountNo', 'departmentName', 'source', 'validFrom', 'validTo', { key: 'coveredUserId', hidden: true }, { key: 'createdAt', hidden: true }]}
        filters={['source']}
        detail={false}
        rowActions={row => [
          mayAssign && row.source === 'manual' && (
            <ActionButton key="out" of={removeRoleUsers} input={{ roleId: role.id, userIds: [row.userId] }} changes={['roleUser', 'user']} danger />
          ),
        ]}
        {...(mayAssign
          ? {
              batchActions: (rows, clear) => (
                <ActionButton
                  of={removeRoleUsers}
                  input={{ roleId: role.id, userIds: rows.filter(r => r.source === 'manual').map(r => r.userId) }}
                  changes={['roleUser', 'user']}
                  onDone={clear}
                  confirm={t('{{n}} 个用户失去“{{role}}”的权限，下一次操作时生效。', { n: rows.length, role: t(role.name) })}
                />
              ),
            }
          : {})}
      />
      {mayAssign ? (
        <Button className={classes(style.start)} icon={<UserPlus size={15} />} onClick={() => setAdding(true)}>
          {t('添加用户')}
        </Button>
      ) : null}
      {isAdding ? <AddUsers role={role} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
function AddUsers({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const [ids, setIds] = useState<string[]>([])
  const act = useAct(addRoleUsers, { changes: ['roleUser', 'user'], done: false, onDone: onClose })
  return (
    <Dialog
      open
      title={t('给“{{name}}”添加用户', { name: t(role.name) })}
      verb={ids.length ? t('添加 {{n}} 个用户', { n: ids.length }) : t('添加用户')}
      busy={act.isPending}
      disabled={!ids.length}
      onAct={() => act.mutate({ roleId: role.id, userIds: ids })}
      onClose={onClose}
    >
      {act.error ? <Refused what={t('没有添加')} error={act.error} /> : null}
      <ManyRefs to="user" label={t('用户')} value={ids} onChange={setIds} where={{ status: 'enabled' }} />
    </Dialog>
  )
}
