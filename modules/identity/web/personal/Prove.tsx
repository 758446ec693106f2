import { Input } from 'antd'
import { useState } from 'react'
import { currentRealm } from '#web/credentials/realm.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { MobileCodeFields, useMobileCode } from '#web/login/MobileCode.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { useMe } from '#web/session/useCan.ts'

interface Props {
  title: string
  verb: string
  danger?: boolean
  say: string
  /** Heading of the error message. */
  failed: string
  /** Available factors. */
  mine: { hasPassword: boolean; mobile: string | null }
  act: (proof: Readonly<Record<string, string>>) => Promise<void>
  onClose: () => void
}
/** Re-authentication by password, or by mobile code for accounts without one. */
export function Prove({ title, verb, danger = false, say, failed, mine, act, onClose }: Props) {
  const phone = useMobileCode({ realm: currentRealm(), tenantId: useMe().tenantId || wantedTenant(), scene: 'verify' })
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    setError(undefined)
    await act(mine.hasPassword ? { password: md5Hex(password) } : { code: md5Hex(phone.code.trim()) }).catch(setError)
    setBusy(false)
  }
  return (
    <Dialog
      open
      danger={danger}
      title={title}
      verb={verb}
      busy={busy}
      disabled={mine.hasPassword ? !password : !/^\d{6}$/.test(phone.code.trim())}
      onAct={() => void go()}
      onClose={onClose}
    >
      <p>{say}</p>
      {error ? <Refused what={failed} error={error} /> : null}
      {mine.hasPassword ? (
        <Input.Password
          aria-label={t('登录密码')}
          placeholder={t('登录密码')}
          autoComplete="current-password"
          value={password}
          onChange={e => setPassword(e.target.value)}
          onPressEnter={() => void go()}
        />
      ) : mine.mobile ? (
        <>
          <p>{t('验证码将发到 {{mobile}}，请输入完整的手机号', { mobile: mine.mobile })}</p>
          <MobileCodeFields of={phone} />
        </>
      ) : (
        <p>{t('你还没有密码和手机号，请先设置其中一样')}</p>
      )}
    </Dialog>
  )
}
