import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import type { Realm } from '#web/credentials/realm.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { askToken } from '#web/session/sign.ts'
import style from './login.module.css'
import { MobileCodeFields, useMobileCode } from './MobileCode.tsx'
import { Refused } from './Refused.tsx'
import type { Entry } from './useEntry.tsx'

interface Props {
  realm: Realm
  tenantId: string
  attempt: Entry['attempt']
  verb?: string
  /** Replaces the call of the token endpoint. */
  ask?: typeof askToken
}
/** Sign-in by SMS code; if several accounts share the number, one is picked with the same code. */
export default function MobileForm({ realm, tenantId, attempt, verb, ask = askToken }: Props) {
  const phone = useMobileCode({ realm, tenantId, scene: 'login' })
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wrong = phone.check()
    phone.setFaults(wrong)
    setRefused(undefined)
    if (wrong.mobile || wrong.code) return
    const enterAs = (username: string) => ask({ tenantId, username, password: md5Hex(phone.code.trim()), type: 'mobile', grant_type: 'password', scope: 'all' }, realm)
    setBusy(true)
    await attempt(() => enterAs(phone.mobile.trim()), enterAs).catch(error => {
      if (isRefusal(error) && error.code === 400) phone.setFaults({ code: failureText(error) })
      else setRefused(failureText(error))
    })
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <MobileCodeFields of={phone} />
      <Refused text={refused} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
        {verb ?? t('登录')}
      </Button>
    </form>
  )
}
