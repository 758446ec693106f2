import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { useAppInfo } from '#web/session/appInfo.ts'
import style from './login.module.css'
import { Paper } from './Paper.tsx'
import { newPasswordFault, PasswordFields } from './PasswordFields.tsx'
import { Refused } from './Refused.tsx'

/** Activation link of a new school: its first administrator sets a password. */
export default function ActivatePage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const info = useAppInfo()
  const navigate = useNavigate()
  const [next, setNext] = useState({ password: '', again: '' })
  const [refused, setRefused] = useState<string | undefined>(token ? undefined : t('链接不完整，请从邮件或短信里重新打开'))
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  useDocumentTitle(t('启用管理员账号'), info?.globalTitle)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = newPasswordFault(next)
    setFault(wrong)
    if (wrong || busy) return
    setBusy(true)
    try {
      const { tenantId } = await post<{ tenantId: string }>('auth/openApi/activate', { token, password: next.password })
      notify.success(t('账号已启用，请登录'))
      navigate(`/login?tenantId=${tenantId}`, { replace: true })
    } catch (error) {
      const isPassword = isRefusal(error) && error.errors[0]?.field === 'newPassword'
      ;(isPassword ? setFault : setRefused)(failureText(error))
      setBusy(false)
    }
  }
  return (
    <Paper info={info}>
      <h1>{t('启用管理员账号')}</h1>
      <p className={style.sub}>{t('给你的账号设一个密码，链接只能用一次')}</p>
      <form className={style.form} onSubmit={submit} noValidate>
        <PasswordFields value={next} onChange={setNext} fault={fault} />
        <Refused text={refused} />
        <Button type="primary" htmlType="submit" size="large" block loading={busy} disabled={!token}>
          {t('设置密码并启用')}
        </Button>
      </form>
    </Paper>
  )
}
