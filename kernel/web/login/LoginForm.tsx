import { Button, Checkbox, type InputRef } from 'antd'
import { LockKeyhole, UserRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Realm } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import { remember, remembered } from '#web/session/appInfo.ts'
import { signIn } from '#web/session/sign.ts'
import { withCaptcha } from './captcha.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'
import { Refused } from './Refused.tsx'

interface Props {
  realm: Realm
  tenantId: string
  userNameHint: string
  /** Address of the password reset page, if the school enabled it. */
  forgot?: string | undefined
  /** Runs the call; rethrows errors for the form to show. */
  attempt: (call: () => Promise<TokenAnswer>) => Promise<void>
}
interface Faults {
  userName?: string
  password?: string
  /** Error of the whole attempt. */
  form?: string
}
/** User name and password. After failures the server requires a captcha: proof of work, solved by the browser while the button shows a spinner. */
export function LoginForm({ realm, tenantId, userNameHint, forgot, attempt }: Props) {
  const [known] = useState(remembered)
  const [userName, setUserName] = useState(realm.name === 'admin' ? (known.userName ?? '') : '')
  const [password, setPassword] = useState('')
  const [keep, setKeep] = useState(known.userName !== undefined)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const needsCaptcha = useRef(false)
  const nameField = useRef<InputRef>(null)
  const passwordField = useRef<InputRef>(null)

  const missing = (): Faults => ({
    ...(userName.trim() ? {} : { userName: userNameHint }),
    ...(password ? {} : { password: t('请输入密码') }),
  })
  const failed = (error: unknown) => {
    setFaults({ form: failureText(error) })
    needsCaptcha.current = isRefusal(error) && error.body.needCaptcha === true
    passwordField.current?.focus({ cursor: 'all' })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = missing()
    setFaults(wrong)
    if (wrong.userName) return nameField.current?.focus()
    if (wrong.password) return passwordField.current?.focus()
    setBusy(true)
    await attempt(async () => {
      const answer = await withCaptcha(realm.captcha, needsCaptcha.current, captcha => signIn({ tenantId, userName: userName.trim(), password, captcha }, realm))
      if (realm.name === 'admin') remember({ tenantId: answer.tenantId || tenantId, ...(keep ? { userName: userName.trim() } : {}) })
      return answer
    }).catch(failed)
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <Field
        hint={userNameHint}
        icon={<UserRound size={17} strokeWidth={1.75} />}
        field={nameField}
        name="username"
        autoComplete="username"
        autoFocus={!userName}
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
        autoFocus={userName !== ''}
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      {(realm.name === 'admin' || forgot) && (
        <div className={style.options}>
          {realm.name === 'admin' && (
            <Checkbox checked={keep} onChange={e => setKeep(e.target.checked)}>
              {t('记住用户名')}
            </Checkbox>
          )}
          {forgot && <Link to={forgot}>{t('忘记密码')}</Link>}
        </div>
      )}
      <Refused text={faults.form} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
        {t('登录')}
      </Button>
    </form>
  )
}
