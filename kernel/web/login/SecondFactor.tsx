import { Button, Checkbox, type InputRef } from 'antd'
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import type { Realm } from '#web/credentials/realm.ts'
import { post } from '#web/http/client.ts'
import { failureText, isRefusal } from '#web/http/failure.ts'
import { port } from '#web/http/ports.ts'
import { md5Hex } from '#web/http/sign.ts'
import { t } from '#web/i18n/index.ts'
import { askToken, type SignInStep } from '#web/session/sign.ts'
import { solveCaptcha } from './captcha.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'
import { Refused } from './Refused.tsx'
import { useCountdown } from './useCountdown.ts'
import type { Entry } from './useEntry.tsx'
import { WayTabs } from './WayTabs.tsx'

const EnrolFactor = lazily(() => import('./EnrolFactor.tsx'))

export type MfaStep = Extract<SignInStep, { kind: 'mfa' }>
interface Props {
  realm: Realm
  tenantId: string
  step: MfaStep
  attempt: Entry['attempt']
  onBack: () => void
  /** Replaces the token call, where it does more than sign in. */
  ask?: typeof askToken
}
type Method = 'totp' | 'sms' | 'recovery'
const isMethod = (method: string): method is Method => method === 'totp' || method === 'sms' || method === 'recovery'
const WORDS: Record<Method, { tab: string; hint: string }> = {
  totp: { tab: '身份验证器', hint: '请输入身份验证器上的 6 位数字' },
  sms: { tab: '短信验证码', hint: '请输入 6 位短信验证码' },
  recovery: { tab: '恢复码', hint: '请输入一个没有用过的恢复码' },
}
/** Second factor: authenticator, SMS or recovery code. Users without one enrol here. */
export default function SecondFactor(props: Props) {
  const { realm, tenantId, step, attempt, onBack, ask = askToken } = props
  const finish = (ticket: string, code: string, trust: boolean) =>
    attempt(() => ask({ tenantId, username: ticket, password: md5Hex(code), type: 'mfa', grant_type: 'password', scope: trust ? 'all trust' : 'all' }, realm))
  if (step.methods.includes('enrol'))
    return (
      <Suspense fallback={<div style={{ minHeight: 320 }} />}>
        <EnrolFactor ticket={step.ticket} onDone={(ticket, proof) => finish(ticket, proof, false)} onBack={onBack} />
      </Suspense>
    )
  return <Ask {...props} finish={finish} />
}
function Ask({ tenantId, step, onBack, finish }: Props & { finish: (ticket: string, code: string, trust: boolean) => Promise<void> }) {
  const methods = step.methods.filter(isMethod)
  const [method, choose] = useState<Method>(methods[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [trust, setTrust] = useState(false)
  const [fault, setFault] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<InputRef>(null)
  const given = method === 'recovery' ? code.trim().toLowerCase() : code.replace(/\s/g, '')
  const pick = (next: Method) => {
    choose(next)
    setCode('')
    setFault(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isWhole = method === 'recovery' ? given.length >= 8 : /^\d{6}$/.test(given)
    setFault(isWhole ? undefined : t(WORDS[method].hint))
    setRefused(undefined)
    if (!isWhole || busy) return field.current?.focus()
    setBusy(true)
    await finish(step.ticket, given, trust).catch(error => {
      const isCode = isRefusal(error) && error.code === 400 && error.body.error_code === 400
      if (isCode) setFault(failureText(error))
      else setRefused(failureText(error))
      field.current?.focus({ cursor: 'all' })
    })
    setBusy(false)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <p className={style.note}>{t('为了账号安全，请再确认一次是你本人')}</p>
      {methods.length > 1 && <WayTabs id="mfa" ways={methods.map(m => ({ code: m, text: t(WORDS[m].tab) }))} now={method} onChoose={pick} />}
      {method === 'sms' && <AskSms tenantId={tenantId} step={step} />}
      <Field
        hint={t(WORDS[method].hint)}
        icon={
          method === 'totp' ? (
            <ShieldCheck size={17} strokeWidth={1.75} />
          ) : method === 'sms' ? (
            <Smartphone size={17} strokeWidth={1.75} />
          ) : (
            <KeyRound size={17} strokeWidth={1.75} />
          )
        }
        field={field}
        name="code"
        autoFocus
        key={method}
        inputMode={method === 'recovery' ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        maxLength={method === 'recovery' ? 16 : 8}
        value={code}
        onChange={setCode}
        fault={fault}
      />
      <Checkbox checked={trust} onChange={e => setTrust(e.target.checked)}>
        {t('30 天内在这台设备上不再询问（公用电脑请不要勾选）')}
      </Checkbox>
      <Refused text={refused} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={style.go ?? ''}>
        {t('继续登录')}
      </Button>
      <Button type="link" onClick={onBack} className={style.back ?? ''}>
        {t('返回')}
      </Button>
    </form>
  )
}
/** Sends an SMS code to the account's number, which is shown masked. */
function AskSms({ tenantId, step }: { tenantId: string; step: MfaStep }) {
  const [wait, setWait] = useCountdown()
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setRefused(undefined)
    if (busy) return
    setBusy(true)
    try {
      const { key: captchaKey, code: captchaCode } = await solveCaptcha('mobile')
      const given = { tenantId, mfaTicket: step.ticket, scene: 'mfa', captchaKey, captchaCode }
      setWait((await post<{ resendAfter: number }>(port('sendSmsCode'), given, { quiet: true })).resendAfter)
    } catch (error) {
      setRefused(failureText(error))
    }
    setBusy(false)
  }
  return (
    <>
      <p className={style.note}>{t('验证码将发到 {{mobile}}', { mobile: step.mobile ?? t('已验证的手机号') })}</p>
      <Button size="large" block loading={busy} disabled={wait > 0} onClick={() => void ask()}>
        {wait > 0 ? t('{{n}} 秒后重发', { n: wait }) : t('获取验证码')}
      </Button>
      <Refused text={refused} />
    </>
  )
}
