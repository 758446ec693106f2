import { Button } from 'antd'
import { MessageSquareText, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { isMobile } from '#model/checks.ts'
import type { Realm } from '#web/credentials/realm.ts'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { solveCaptcha } from './captcha.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'
import { useCountdown } from './useCountdown.ts'

export type CodeScene = 'login' | 'reset' | 'bind' | 'verify'
export interface MobileFaults {
  mobile?: string
  code?: string
}
export interface MobileCode {
  mobile: string
  setMobile: (mobile: string) => void
  code: string
  setCode: (code: string) => void
  /** Seconds until another code may be requested. */
  wait: number
  isAsking: boolean
  ask: () => Promise<void>
  faults: MobileFaults
  setFaults: (faults: MobileFaults) => void
  /** Validation errors of number and code; empty if valid. */
  check: () => MobileFaults
}
interface Options {
  realm: Realm
  tenantId: string
  scene: CodeScene
  /** Obtains the ticket that a request without a session needs. */
  ticket?: () => Promise<string>
}
/** Mobile number and SMS code. Requesting a code needs a captcha, solved by the browser. */
export function useMobileCode({ realm, tenantId, scene, ticket }: Options): MobileCode {
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<MobileFaults>({})
  const [isAsking, setAsking] = useState(false)
  const [wait, setWait] = useCountdown()

  const ask = async () => {
    const wrong = mobileFault(mobile)
    setFaults(wrong)
    if (wrong.mobile || isAsking) return
    setAsking(true)
    try {
      const { key: captchaKey, code: captchaCode } = await solveCaptcha(scene === 'reset' || scene === 'bind' ? scene : 'mobile')
      const given = { tenantId, appType: String(realm.appType), mobile: mobile.trim(), scene, captchaKey, captchaCode, ...(ticket ? { ticket: await ticket() } : {}) }
      const { resendAfter } = await post<{ resendAfter: number }>(port('sendSmsCode'), given, { quiet: true })
      setWait(resendAfter)
    } catch (error) {
      setFaults({ mobile: failureText(error) })
      const after = isRefusal(error) ? (error.data as { retryAfter?: unknown } | null)?.retryAfter : undefined
      if (typeof after === 'number' && after <= 60) setWait(after)
    }
    setAsking(false)
  }
  const check = () => ({ ...mobileFault(mobile), ...(/^\d{6}$/.test(code.trim()) ? {} : { code: t('请输入 6 位短信验证码') }) })
  return { mobile, setMobile, code, setCode, wait, isAsking, ask, faults, setFaults, check }
}
function mobileFault(mobile: string): MobileFaults {
  const given = mobile.trim()
  if (!given) return { mobile: t('请输入手机号码') }
  if (given.length !== 11) return { mobile: t('手机号应为 11 位，现在 {{n}} 位', { n: given.length }) }
  return isMobile(given) ? {} : { mobile: t('没有这样的手机号，请核对前两位') }
}
/** Inputs for number and SMS code, with the request button. */
export function MobileCodeFields({ of }: { of: MobileCode }) {
  return (
    <>
      <Field
        hint={t('请输入手机号码')}
        icon={<Smartphone size={17} strokeWidth={1.75} />}
        name="mobile"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={20}
        value={of.mobile}
        onChange={of.setMobile}
        fault={of.faults.mobile}
      />
      <CodeField of={of} />
    </>
  )
}
/** Input for the SMS code of a number given elsewhere. */
export function CodeField({ of }: { of: MobileCode }) {
  return (
    <>
      <div className={style.code}>
        <Field
          hint={t('请输入验证码')}
          icon={<MessageSquareText size={17} strokeWidth={1.75} />}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={of.code}
          onChange={of.setCode}
          fault={of.faults.code}
        />
        <Button size="large" className={style.getCode ?? ''} loading={of.isAsking} disabled={of.wait > 0} onClick={() => void of.ask()}>
          {of.wait > 0 ? t('{{n}} 秒后重发', { n: of.wait }) : t('获取验证码')}
        </Button>
      </div>
      <p className={style.said} role="status">
        {of.wait > 0 ? t('验证码已发送，5 分钟内有效') : ''}
      </p>
    </>
  )
}
