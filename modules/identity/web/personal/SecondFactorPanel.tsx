import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { MonitorSmartphone, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { get, notify, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { type NewSecret, RecoveryCodes, ScanSecret } from '#web/login/EnrolFactor.tsx'
import { formatDatetime } from '#web/values/format.ts'
import style from '../credentials.module.css'
import { deviceWords } from '../device-labels.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'

export const title = '二次验证'
export const order = 25
interface State {
  isEnabled: boolean
  isRequired: boolean
  hasTotp: boolean
  codesLeft: number
  mobile: string | null
  isVerified: boolean
  devices: ReadonlyArray<{ id: string; device: string | null; ip: string | null; validUntil: string; lastUsedAt: string | null }>
}
type Step = { kind: 'ask'; act: 'begin' | 'renewCodes' | 'remove' } | { kind: 'scan'; secret: NewSecret } | { kind: 'codes'; codes: readonly string[] }

/** The user's second factor: authenticator, recovery codes, trusted devices. */
export default function SecondFactorPanel() {
  const client = useQueryClient()
  const read = useQuery({ queryKey: ['mfa', 'state'], queryFn: () => get<State>('auth/mfa/state', undefined, { quiet: true }), meta: { inPlace: true } })
  const { data } = read
  const [step, setStep] = useState<Step>()
  const refresh = () => client.invalidateQueries({ queryKey: ['mfa'] })
  if (!data) return <Loading of={read} lines={3} />
  const codes = (shown: { recoveryCodes: string[] }) => {
    setStep({ kind: 'codes', codes: shown.recoveryCodes })
    void refresh()
  }
  const confirmed = async (act: 'begin' | 'renewCodes' | 'remove', password: string) => {
    if (act === 'begin') setStep({ kind: 'scan', secret: await post<NewSecret>('auth/mfa/begin', { password }, { quiet: true }) })
    else if (act === 'renewCodes') codes(await post('auth/mfa/renewCodes', { password }, { quiet: true }))
    else {
      await post('auth/mfa/remove', { password }, { quiet: true })
      notify.success(t('已停用身份验证器'))
      setStep(undefined)
      void refresh()
    }
  }
  const forget = async (id: string) => {
    await post('auth/mfa/forgetDevice', { id })
    void refresh()
  }
  return (
    <Stack gap={3} className={style.card}>
      <ul className={style.lines}>
        <li>
          {data.hasTotp ? <ShieldCheck size={20} /> : <ShieldOff size={20} />}
          <div>
            <b>{t('身份验证器')}</b>
            <small>{data.hasTotp ? t('已绑定，还有 {{n}} 个恢复码', { n: data.codesLeft }) : standing(data)}</small>
          </div>
          <div className={style.acts}>
            <Button onClick={() => setStep({ kind: 'ask', act: 'begin' })}>{data.hasTotp ? t('更换') : t('去绑定')}</Button>
            {data.hasTotp ? <Button onClick={() => setStep({ kind: 'ask', act: 'renewCodes' })}>{t('换一组恢复码')}</Button> : null}
            {data.hasTotp ? (
              <Button danger onClick={() => setStep({ kind: 'ask', act: 'remove' })}>
                {t('停用#verb')}
              </Button>
            ) : null}
          </div>
        </li>
        {data.devices.map(device => (
          <li key={device.id}>
            <MonitorSmartphone size={20} />
            <div>
              <b>{t('受信任的设备：{{device}}', { device: deviceWords(device.device) })}</b>
              <small>{t('{{until}} 前不再询问，地址 {{ip}}', { until: formatDatetime(device.validUntil), ip: device.ip ?? '—' })}</small>
            </div>
            <Button onClick={() => void forget(device.id)}>{t('不再信任')}</Button>
          </li>
        ))}
      </ul>
      {step ? (
        <Panel open title={t('二次验证')} onClose={() => setStep(undefined)}>
          {step.kind === 'ask' ? <ConfirmPassword onConfirm={password => confirmed(step.act, password)} /> : null}
          {step.kind === 'scan' ? <ScanSecret secret={step.secret} onCode={async code => codes(await post('auth/mfa/confirm', { code }, { quiet: true }))} /> : null}
          {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} verb={t('已保存')} onDone={() => setStep(undefined)} /> : null}
        </Panel>
      ) : null}
    </Stack>
  )
}
function standing(state: State): string {
  if (!state.isEnabled) return t('学校已关闭二次验证，登录时不会询问')
  if (!state.isRequired) return t('你的角色不要求，绑定后登录更安全')
  return state.isVerified ? t('你的角色需要二次验证，现在用短信验证码') : t('你的角色需要二次验证')
}
