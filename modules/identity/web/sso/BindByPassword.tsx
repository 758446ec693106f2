import { Button, type InputRef } from 'antd'
import { LockKeyhole, UserRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { Realm } from '#web/credentials/realm.ts'
import { failureText } from '#web/http/failure.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { withCaptcha } from '#web/login/captcha.ts'
import { Field } from '#web/login/Field.tsx'
import style from '#web/login/login.module.css'
import { Refused } from '#web/login/Refused.tsx'
import type { Entry } from '#web/login/useEntry.tsx'
import type { askToken } from '#web/session/sign.ts'

interface Faults {
  userName?: string
  password?: string
  form?: string
}
/** Proves an account by password and a proof-of-work captcha. */
export function BindByPassword({ realm, attempt, bind }: { realm: Realm; attempt: Entry['attempt']; bind: typeof askToken }) {
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const passwordField = useRef<InputRef>(null)
  const missing = (): Faults => ({
    ...(userName.trim() ? {} : { userName: t('请输入用户名') }),
    ...(password ? {} : { password: t('请输入密码') }),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = missing()
    setFaults(wrong)
    if (busy || Object.keys(wrong).length) return
    setBusy(true)
    const call = () => withCaptcha('bind', true, captcha => bind({ username: userName.trim(), password: md5Hex(password), type: realm.grant }, realm, captcha))
    await attempt(call).catch(error => {
      setFaults({ form: failureText(error) })
      passwordField.current?.focus({ cursor: 'all' })
    })
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <Field
        hint={t('请输入用户名')}
        icon={<UserRound size={17} strokeWidth={1.75} />}
        name="username"
        autoComplete="username"
        autoFocus
        maxLength={64}
        value={userName}
        onChange={setUserName}
        fault={faults.userName}
      />
      <Field
        secret
        hint={t('请输入密码')}
        icon={<LockKeyhole size={17} strokeWidth={1.75} />}
        field={passwordField}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      <Refused text={faults.form} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
        {t('绑定并登录')}
      </Button>
    </form>
  )
}
