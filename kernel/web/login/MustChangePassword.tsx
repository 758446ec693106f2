import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { userInfo } from '#web/credentials/token.ts'
import { need } from '#web/http/need.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import { signOut } from '#web/session/sign.ts'
import { ChangePassword } from './ChangePassword.tsx'
import style from './login.module.css'
import { Paper } from './Paper.tsx'

/** Blocks everything until an initial or reset password is changed. */
export default function MustChangePassword() {
  const info = useAppInfo()
  const client = useQueryClient()
  const done = () => {
    notify.success(t('密码已修改'))
    need.set(undefined)
    void client.resetQueries()
  }
  return (
    <Paper info={info}>
      <h1>{t('先换一个自己的密码')}</h1>
      <p className={style.sub}>{t('{{name}}，现在的密码是学校发的，换好以后才能继续', { name: userInfo()?.nickName ?? '' })}</p>
      <ChangePassword onDone={done} extra={<Button onClick={() => void signOut(info?.ssoLogoutUrl)}>{t('退出登录')}</Button>} />
    </Paper>
  )
}
