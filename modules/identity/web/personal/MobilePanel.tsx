import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { LockKeyhole, Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { currentRealm } from '#web/credentials/realm.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { failureText, get, isRefusal, notify, post } from '#web/http/index.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { Field } from '#web/login/Field.tsx'
import style from '#web/login/login.module.css'
import { MobileCodeFields, useMobileCode } from '#web/login/MobileCode.tsx'
import { Refused } from '#web/login/Refused.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { useMe } from '#web/session/useCan.ts'
import credentialsStyle from '../credentials.module.css'

export const title = '登录手机号'
export const order = 20

/** The mobile number; it can be used for sign-in, password reset and codes once verified. */
export default function MobilePanel() {
  const read = useQuery({
    queryKey: ['mfa', 'state'],
    queryFn: () => get<{ mobile: string | null; isVerified: boolean }>('auth/mfa/state', undefined, { quiet: true }),
    meta: { inPlace: true },
  })
  const { data } = read
  const [isOpen, open] = useState(false)
  if (!data) return <Loading of={read} lines={1} />
  const verb = !data.mobile ? t('绑定手机号') : data.isVerified ? t('更换') : t('验证')
  return (
    <ul className={credentialsStyle.lines}>
      <li>
        <Smartphone size={20} />
        <div>
          <b>{data.mobile ?? t('还没有手机号')}</b>
          <small>{data.isVerified ? t('已验证，可以用来登录和找回密码') : t('验证后才能用来登录、找回密码和接收验证码')}</small>
        </div>
        <Button onClick={() => open(true)}>{verb}</Button>
      </li>
      {isOpen ? (
        <Panel open title={t('登录手机号')} onClose={() => open(false)}>
          <Verify onDone={() => open(false)} />
        </Panel>
      ) : null}
    </ul>
  )
}
function Verify({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const phone = useMobileCode({ realm: currentRealm(), tenantId: useMe().tenantId || wantedTenant(), scene: 'verify' })
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = phone.check()
    phone.setFaults(wrong)
    setFault(password ? undefined : t('请输入密码'))
    setRefused(undefined)
    if (wrong.mobile || wrong.code || !password || busy) return
    setBusy(true)
    try {
      await post('auth/mobile/verify', { mobile: phone.mobile.trim(), code: phone.code.trim(), password: md5Hex(password) }, { quiet: true })
      notify.success(t('手机号已验证'))
      await client.invalidateQueries({ queryKey: ['mfa'] })
      onDone()
    } catch (error) {
      const field = isRefusal(error) ? error.errors[0]?.field : undefined
      if (field === 'password') setFault(failureText(error))
      else if (field === 'code') phone.setFaults({ code: failureText(error) })
      else setRefused(failureText(error))
    }
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <MobileCodeFields of={phone} />
      <Field
        secret
        hint={t('请输入密码')}
        icon={<LockKeyhole size={17} strokeWidth={1.75} />}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={fault}
      />
      <Refused text={refused} />
      <Button type="primary" htmlType="submit" size="large" loading={busy}>
        {t('验证手机号')}
      </Button>
    </form>
  )
}
