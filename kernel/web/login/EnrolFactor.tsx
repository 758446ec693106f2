import { Button, Spin } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { post } from '#web/http/client.ts'
import { failureText } from '#web/http/failure.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { Field } from './Field.tsx'
import look from './factor.module.css'
import style from './login.module.css'
import { Refused } from './Refused.tsx'

export interface NewSecret {
  secret: string
  uri: string
}
/** Two-factor enrolment during sign-in: QR code, first code, recovery codes; then continues to the wanted page. */
export default function EnrolFactor({ ticket, onDone, onBack }: { ticket: string; onDone: (ticket: string, proof: string) => Promise<void>; onBack: () => void }) {
  const [secret, setSecret] = useState<NewSecret>()
  const [done, setDone] = useState<{ recoveryCodes: string[]; mfaTicket: string; proof: string }>()
  const [refused, setRefused] = useState<string>()
  useEffect(() => {
    post<NewSecret>(port('enrolSecondFactor'), { mfaTicket: ticket }, { quiet: true }).then(setSecret, error => setRefused(failureText(error)))
  }, [ticket])
  if (done) return <RecoveryCodes codes={done.recoveryCodes} verb={t('已保存，继续登录')} onDone={() => onDone(done.mfaTicket, done.proof)} />
  return (
    <div className={style.form}>
      <p className={style.note}>{t('你的角色需要二次验证。请先绑定身份验证器，以后登录时再输入它显示的 6 位数字')}</p>
      {secret ? (
        <ScanSecret secret={secret} onCode={async code => setDone(await post(port('confirmSecondFactor'), { mfaTicket: ticket, code }, { quiet: true }))} />
      ) : refused ? (
        <Refused text={refused} />
      ) : (
        <Spin />
      )}
      <Button type="link" onClick={onBack} className={style.back ?? ''}>
        {t('返回')}
      </Button>
    </div>
  )
}
/** The TOTP secret as QR code and text, and the input for its first code. */
export function ScanSecret({ secret, onCode }: { secret: NewSecret; onCode: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = code.replace(/\s/g, '')
    const isWhole = /^\d{6}$/.test(given)
    setFault(isWhole ? undefined : t('请输入身份验证器上的 6 位数字'))
    if (!isWhole || busy) return
    setBusy(true)
    await onCode(given).catch(error => setFault(failureText(error)))
    setBusy(false)
  }
  return (
    <form className={look.enrol} onSubmit={submit} noValidate>
      <ol>
        <li>{t('在手机上安装身份验证器，例如 Microsoft Authenticator、Google Authenticator 或腾讯身份验证器')}</li>
        <li>{t('用它扫描二维码，或手工输入密钥')}</li>
        <li>{t('输入它显示的 6 位数字')}</li>
      </ol>
      <div className={look.secret}>
        <QrCode text={secret.uri} label={t('身份验证器的二维码')} size={168} />
        <code>{(secret.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </div>
      <Field
        hint={t('请输入身份验证器上的 6 位数字')}
        icon={<ShieldCheck size={17} strokeWidth={1.75} />}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        value={code}
        onChange={setCode}
        fault={fault}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('确认绑定')}
      </Button>
    </form>
  )
}
/** Ten recovery codes, shown only once. */
export function RecoveryCodes({ codes, verb, onDone }: { codes: readonly string[]; verb: string; onDone: () => Promise<void> | void }) {
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const text = codes.join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('青蓝恢复码')}\n${text}\n`)}`
  const go = async () => {
    setBusy(true)
    await Promise.resolve(onDone()).catch(error => setRefused(failureText(error)))
    setBusy(false)
  }
  return (
    <section className={look.enrol}>
      <p className={style.note}>{t('手机不在身边时，用恢复码代替身份验证器，每个只能用一次。它们只显示这一次，请抄下或下载后妥善保管')}</p>
      <ul className={look.codes} aria-label={t('恢复码')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="large" block href={file} download="qinglan-recovery-codes.txt">
        {t('下载恢复码')}
      </Button>
      <Refused text={refused} />
      <Button type="primary" size="large" block loading={busy} onClick={() => void go()}>
        {verb}
      </Button>
    </section>
  )
}
