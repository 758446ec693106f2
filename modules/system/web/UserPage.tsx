import { Button, Dropdown, Select } from 'antd'
import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import type { Act } from '#web/feedback/Acts.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useMe, useSession } from '#web/session/useCan.ts'
import { explainAccess } from '../model/explain.ts'
import { USER_TYPES, user } from '../model/user.ts'
import { disableUser, enableUser, issuePasswords, resetOwn, resetPassword, syncUsers, unlockUser, userSessions } from '../model/user-actions.ts'
import { assignRoles, grantCover } from '../model/user-roles.ts'
import { userTypeName } from './labels.ts'

export type UserRow = Shown<typeof user>
type Opened =
  | { what: 'roles' | 'password' | 'sessions' | 'cover' | 'explain'; row: UserRow }
  | { what: 'disable'; rows: readonly UserRow[]; clear: () => void }
  | { what: 'covers' | 'issue' }

// dialogs are loaded on first use
const Dialogs = lazily(() => import('./UserDialogs.tsx'))
const typeOptions = () => Object.entries(USER_TYPES).map(([value, label]) => ({ value, label: t(label) }))
const isLocked = (row: UserRow): boolean => row.status === 'locked' || (row.lockedUntil !== null && Date.parse(row.lockedUntil) > Date.now())

/** Where approvals are handed over; without the module nobody has its permission. */
const [MONITOR, HAND_OVER] = ['/workflow/monitor', 'workflow:processInstance:handover'] as const
const isStaff = (row: UserRow): boolean => row.userType !== null && row.userType !== 2
export const about: PageFile['about'] = () => ({
  use: t('账号的启用、停用、角色和密码。学生和教职工的账号由档案自动生成。'),
  who: t('系统管理员看全校，学院管理员看本院；辅导员只能给自己的学生重置密码。'),
  first: t('第一次使用先“发放初始密码”。有人离开时用“停用”，没办完的事可以转给接手的人。'),
})
/** 系统管理 → 用户: accounts with their actions. Counsellors see their own students and may reset their passwords. */
export default function UserPage() {
  const { can } = useSession()
  const me = useMe()
  const [opened, open] = useState<Opened>()
  const navigate = useNavigate()
  const reset = [resetPassword, resetOwn].find(one => can(one.permission)) ?? false
  const actsOf = (row: UserRow): Array<Act | React.ReactElement | false> => [
    can(assignRoles.permission) && { of: assignRoles, label: t('角色'), onClick: () => open({ what: 'roles', row }) },
    reset && row.status !== 'disabled' && { of: reset, label: t('重置密码'), onClick: () => open({ what: 'password', row }) },
    isLocked(row) && <ActionButton key="unlock" of={unlockUser} input={{ ids: [row.id] }} />,
    can(userSessions.permission) && { label: t('登录会话'), onClick: () => open({ what: 'sessions', row }) },
    can(explainAccess.permission) && { label: t('为什么能看到'), onClick: () => open({ what: 'explain', row }) },
    isStaff(row) && can(HAND_OVER) && { label: t('交接审批'), onClick: () => navigate(`${MONITOR}?handOver=${row.id}`) },
    can(grantCover.permission) && row.teacherId !== null && { label: t('代班'), onClick: () => open({ what: 'cover', row }) },
    row.status === 'disabled' || row.status === 'expired'
      ? can(enableUser.permission) && <ActionButton key="enable" of={enableUser} input={{ ids: [row.id] }} />
      : can(disableUser.permission) &&
        row.id !== me.detail.userId && { label: t('停用#verb'), danger: true, onClick: () => open({ what: 'disable', rows: [row], clear: () => {} }) },
  ]
  return (
    <>
      <EntityTable<typeof user>
        of={user}
        columns={[
          'nickName',
          'accountNo',
          { key: 'userName', hidden: true },
          { key: 'realm', hidden: true },
          { key: 'userType', render: row => userTypeName(row.userType) },
          'departmentId',
          { key: 'roleNames', width: 200, align: 'left' },
          'mobile',
          { key: 'status', tones: { disabled: 'over', expired: 'over' } },
          { key: 'hasPassword', hidden: true },
          'lastLoginTime',
        ]}
        filters={['departmentId', { field: 'userType', options: typeOptions() }, 'status', 'realm', 'lastLoginTime']}
        toolbar={<Upkeep open={open} />}
        form={{ layout: FORM }}
        detail={{ sections: DETAIL }}
        rowActions={actsOf}
        {...(can(disableUser.permission)
          ? {
              batchActions: (rows, clear) => (
                <Button type="text" size="small" onClick={() => open({ what: 'disable', rows, clear })}>
                  {t('停用#verb')}
                </Button>
              ),
            }
          : {})}
      />
      {opened ? (
        <Suspense>
          <Dialogs opened={opened} onClose={() => open(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
export type { Opened as OpenedUser }

const FORM: LayoutOf<typeof user> = [
  {
    title: '账号',
    fields: [
      'userName',
      'accountNo',
      'nickName',
      'realm',
      { field: 'userType', help: '', when: values => values.realm === 'admin', render: props => <UserTypeInput {...props} /> },
    ],
  },
  { title: '所属与联系', fields: ['departmentId', 'mobile', 'email', 'validUntil'] },
]
const DETAIL = [
  { title: '账号', fields: ['userName', 'accountNo', 'realm', 'status', 'validUntil', 'lockedUntil', 'hasPassword', 'mustChangePassword'] },
  { title: '所属与联系', fields: ['departmentId', 'roleNames', 'studentId', 'teacherId', 'mobile', 'email'] },
  { title: '登录', fields: ['lastLoginTime', 'lastLoginIp'] },
] as const

/** Maps the wire's numbers of user types to names. */
const UserTypeInput = ({ id, value, onChange, disabled, describedBy }: DrawnInput) => (
  <Select
    id={id}
    aria-describedby={describedBy}
    disabled={disabled}
    value={typeof value === 'number' ? value : null}
    options={typeOptions().map(o => ({ value: Number(o.value), label: o.label }))}
    onChange={onChange}
  />
)
/** Occasional bulk operations on accounts. */
function Upkeep({ open }: { open: (what: Opened) => void }) {
  const { can } = useSession()
  const sync = useAct(syncUsers, {
    changes: ['user'],
    done: false,
    onDone: ({ created, updated, disabled }) => setResult(t('新建 {{created}} 个，更新 {{updated}} 个，停用 {{disabled}} 个', { created, updated, disabled })),
  })
  const [result, setResult] = useState<string>()
  const items = [
    can(syncUsers.permission) && { key: 'sync', label: result ? `${t('同步账号')}（${result}）` : t('同步账号'), onClick: () => sync.mutate({}) },
    can(issuePasswords.permission) && { key: 'issue', label: t('发放初始密码'), onClick: () => open({ what: 'issue' }) },
    can(grantCover.permission) && { key: 'covers', label: t('代班列表'), onClick: () => open({ what: 'covers' }) },
  ].filter(item => item !== false)
  if (!items.length) return null
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button loading={sync.isPending} icon={<ChevronDown size={15} />} iconPlacement="end">
        {t('账号维护')}
      </Button>
    </Dropdown>
  )
}
