import { Button } from 'antd'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureText } from '#web/http/failure.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { Field } from '#web/login/Field.tsx'
import style from '#web/login/login.module.css'

/** Re-authentication by password (unattended screens). `onConfirm` gets the md5 and throws the message for the field. */
export function ConfirmPassword({ onConfirm, verb }: { onConfirm: (md5: string) => Promise<void>; verb?: string }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(password ? undefined : t('请输入密码'))
    if (!password || busy) return
    setBusy(true)
    await onConfirm(md5Hex(password)).catch(error => setFault(failureText(error)))
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <p className={style.note}>{t('为了账号安全，请先输入登录密码')}</p>
      <Field
        secret
        autoFocus
        hint={t('请输入密码')}
        icon={<LockKeyhole size={17} strokeWidth={1.75} />}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={fault}
      />
      <Button type="primary" htmlType="submit" size="large" loading={busy}>
        {verb ?? t('继续')}
      </Button>
    </form>
  )
}
