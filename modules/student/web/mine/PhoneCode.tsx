import { useEffect } from 'react'
import { currentRealm } from '#web/credentials/realm.ts'
import { t } from '#web/i18n/index.ts'
import { CodeField, useMobileCode } from '#web/login/MobileCode.tsx'
import { wantedTenant } from '#web/session/appInfo.ts'
import { useMe } from '#web/session/useCan.ts'
import style from './mine.module.css'

interface PhoneCodeProps {
  mobile: string
  code: string
  onChange: (code: string) => void
}
/** The code sent to a new phone number, which proves that it is the student's. */
export function PhoneCode({ mobile, code, onChange }: PhoneCodeProps) {
  const { setMobile, setCode, ...rest } = useMobileCode({ realm: currentRealm(), tenantId: useMe().tenantId || wantedTenant(), scene: 'verify' })
  useEffect(() => setMobile(mobile), [mobile, setMobile])
  const of = { ...rest, setMobile, setCode: onChange, code }
  return (
    <div className={style.proof}>
      <p className={style.note}>{rest.faults.mobile ?? t('新手机号要用短信验证码确认')}</p>
      <CodeField of={of} />
    </div>
  )
}
