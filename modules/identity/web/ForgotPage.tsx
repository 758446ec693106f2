import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { realmOf } from '#web/credentials/realm.ts'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import style from '#web/login/login.module.css'
import { MobileCodeFields, useMobileCode } from '#web/login/MobileCode.tsx'
import { Paper } from '#web/login/Paper.tsx'
import { newPasswordFault, PasswordFields } from '#web/login/PasswordFields.tsx'
import { PickAccount } from '#web/login/PickAccount.tsx'
import { Refused } from '#web/login/Refused.tsx'
import { appInfoQuery, remember, wantedTenant } from '#web/session/appInfo.ts'
import { type AccountChoice, stepOf } from '#web/session/sign.ts'

/** Password reset by mobile: number, code, new password; with several accounts one is chosen in between. */
export default function ForgotPage() {
  const realm = realmOf(useLocation().pathname)
  const navigate = useNavigate()
  const info = useQuery(appInfoQuery(realm)).data
  const tenantId = info?.tenantId ?? wantedTenant()
  const phone = useMobileCode({ realm, tenantId, scene: 'reset' })
  const [next, setNext] = useState({ password: '', again: '' })
  const [accounts, setAccounts] = useState<readonly AccountChoice[]>()
  const [ticket, setTicket] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)

  const reset = async (as: string | undefined) => {
    const given = { tenantId, appType: String(realm.appType), mobile: phone.mobile.trim(), code: phone.code.trim(), password: next.password, ...(as ? { ticket: as } : {}) }
    try {
      const { userName } = await post<{ userName: string }>('auth/openApi/resetPassword', given, { quiet: true })
      if (realm.name === 'admin') remember({ tenantId, userName })
      notify.success(t('密码已修改，请用新密码登录'))
      navigate(realm.login, { replace: true })
    } catch (error) {
      const step = stepOf(error)
      const kept = isRefusal(error) ? (error.data as { ticket?: unknown } | null)?.ticket : undefined
      // tickets are single-use; the refusal contains the next one
      setTicket(typeof kept === 'string' ? kept : undefined)
      setAccounts(step?.kind === 'accounts' ? step.accounts : undefined)
      if (step?.kind === 'accounts') return
      if (isRefusal(error) && error.code === 400) phone.setFaults({ code: failureText(error) })
      else setRefused(failureText(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = phone.check()
    const fault = newPasswordFault(next)
    phone.setFaults(wrong)
    setRefused(wrong.mobile || wrong.code ? undefined : fault)
    if (wrong.mobile || wrong.code || fault) return
    setBusy(true)
    await reset(ticket)
    setBusy(false)
  }
  return (
    <Paper info={info}>
      <PageTitle>{t('找回密码')}</PageTitle>
      {accounts ? (
        <PickAccount accounts={accounts} onPick={as => reset(as)} onBack={() => setAccounts(undefined)} />
      ) : (
        <>
          <p className={style.sub}>{t('用验证过的手机号设置新密码。没有验证过手机号的，请学生找辅导员、教职工找管理员重置')}</p>
          <form className={style.form} onSubmit={submit} noValidate>
            <MobileCodeFields of={phone} />
            <PasswordFields value={next} onChange={setNext} />
            <Refused text={refused} />
            <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
              {t('修改密码')}
            </Button>
          </form>
        </>
      )}
      <p className={style.tip}>
        <Link to={realm.login}>{t('返回登录')}</Link>
      </p>
    </Paper>
  )
}
