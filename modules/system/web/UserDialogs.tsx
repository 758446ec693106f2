import { Typography } from 'antd'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useSession } from '#web/session/useCan.ts'
import { resetOwn, resetPassword } from '../model/user-actions.ts'
import { Cover, Covers } from './Covers.tsx'
import { DisableUsers } from './DisableUsers.tsx'
import Explain from './Explain.tsx'
import { IssuePasswords } from './IssuePasswords.tsx'
import style from './system.module.css'
import type { OpenedUser, UserRow } from './UserPage.tsx'
import { UserRoles } from './UserRoles.tsx'
import { UserSessions } from './UserSessions.tsx'

export default function UserDialogs({ opened, onClose }: { opened: OpenedUser; onClose: () => void }) {
  switch (opened.what) {
    case 'roles':
      return <UserRoles row={opened.row} onClose={onClose} />
    case 'password':
      return <NewPassword row={opened.row} onClose={onClose} />
    case 'sessions':
      return <UserSessions row={opened.row} onClose={onClose} />
    case 'explain':
      return <Explain row={opened.row} onClose={onClose} />
    case 'cover':
      return <Cover row={opened.row} onClose={onClose} />
    case 'disable':
      return <DisableUsers {...opened} onClose={onClose} />
    case 'issue':
      return <IssuePasswords onClose={onClose} />
    default:
      return <Covers onClose={onClose} />
  }
}
/** Confirms, then shows the new password once. */
function NewPassword({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { can } = useSession()
  const reset = useAct(can(resetPassword.permission) ? resetPassword : resetOwn, { done: false })
  if (reset.data)
    return (
      <Dialog open title={t('新密码只显示这一次')} onClose={onClose}>
        <p className="ql-quiet">{t('请转告 {{name}}，用户名 {{userName}}；首次登录时必须修改。', { name: row.nickName, userName: reset.data.userName })}</p>
        <Typography.Paragraph className={classes(style.password)} copyable={{ text: reset.data.password, tooltips: [t('复制'), t('已复制')] }}>
          {reset.data.password}
        </Typography.Paragraph>
      </Dialog>
    )
  return (
    <Dialog open title={t('重置 {{name}} 的密码', { name: row.nickName })} verb={t('重置密码')} busy={reset.isPending} onAct={() => reset.mutate({ id: row.id })} onClose={onClose}>
      {reset.error ? <Refused what={t('密码没有重置')} error={reset.error} /> : <p>{t('旧密码立即失效，对方的登录会话全部结束。')}</p>}
    </Dialog>
  )
}
