import { Button } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { keepUserInfo, userInfo } from '#web/credentials/token.ts'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import style from './login.module.css'
import { newPasswordFault, PasswordField, PasswordFields } from './PasswordFields.tsx'
import { Refused } from './Refused.tsx'

interface Faults {
  old?: string | undefined
  next?: string | undefined
  form?: string
}
const PLACES: Record<string, keyof Faults> = { oldPassword: 'old', newPassword: 'next' }

/** Old and new password. The new one is sent unhashed over TLS: the server must check its strength. */
export function ChangePassword({ onDone, extra }: { onDone: () => void; extra?: ReactNode }) {
  const [old, setOld] = useState('')
  const [next, setNext] = useState({ password: '', again: '' })
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong: Faults = { old: old ? undefined : t('请输入现在的密码'), next: newPasswordFault(next) }
    setFaults(wrong)
    if (wrong.old || wrong.next || busy) return
    setBusy(true)
    try {
      const { passWordLevel } = await post<{ passWordLevel: number }>('base/sysUser/updatePassword', { oldPassword: md5Hex(old), newPassword: next.password })
      const known = userInfo()
      if (known) keepUserInfo({ passWordLevel, detail: { ...known.detail, mustChangePassword: false } })
      onDone()
    } catch (error) {
      const place = isRefusal(error) ? PLACES[error.errors[0]?.field ?? ''] : undefined
      setFaults({ [place ?? 'form']: failureText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <PasswordField label={t('现在的密码')} autoComplete="current-password" autoFocus value={old} onChange={setOld} fault={faults.old} />
      <PasswordFields value={next} onChange={setNext} fault={faults.next} />
      <Refused text={faults.form} />
      <div className={style.row}>
        {extra}
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('修改密码')}
        </Button>
      </div>
    </form>
  )
}
