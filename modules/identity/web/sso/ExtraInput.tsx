import { Input, InputNumber, Select, Switch } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Protocol, SourceExtra } from '../../model/sso.ts'
import style from './door.module.css'

interface Line {
  key: keyof SourceExtra
  label: string
  kind: 'text' | 'switch' | 'seconds' | 'algorithm'
  hint?: string
}
const SKEW: Line = { key: 'clockSkew', label: '允许的时钟误差（秒）', kind: 'seconds' }
/** Protocol-specific fields. */
const LINES: Readonly<Partial<Record<Protocol, readonly Line[]>>> = {
  oauth2: [
    { key: 'scope', label: '授权范围 (scope)', kind: 'text', hint: 'openid profile' },
    { key: 'issuer', label: '签发者 (issuer)', kind: 'text', hint: 'https://' },
    { key: 'noPkce', label: '对方不支持 PKCE', kind: 'switch' },
    { key: 'basicAuth', label: '用 Basic 请求头传密钥', kind: 'switch' },
    { key: 'takesAccessToken', label: '接受携带 access_token 登录', kind: 'switch' },
    SKEW,
  ],
  jwt: [
    { key: 'algorithm', label: '算法', kind: 'algorithm' },
    { key: 'issuer', label: '签发者 (issuer)', kind: 'text', hint: 'https://' },
    { key: 'audience', label: '接收者 (audience)', kind: 'text' },
    SKEW,
  ],
  wecom: [
    { key: 'corpId', label: '企业编号', kind: 'text', hint: 'ww…' },
    { key: 'agentId', label: '应用编号', kind: 'text', hint: '1000002' },
    { key: 'qrUrl', label: '扫码页地址', kind: 'text', hint: 'https://login.work.weixin.qq.com/wwlogin/sso/login' },
  ],
}
export const hasExtra = (protocol: unknown): boolean => typeof protocol === 'string' && protocol in LINES

export function ExtraInput({ id, value, onChange, values, disabled }: DrawnInput) {
  const extra = (value ?? {}) as SourceExtra
  const lines = LINES[values.protocol as Protocol] ?? []
  const set = (key: keyof SourceExtra, next: unknown) => {
    const { [key]: _gone, ...rest } = extra
    onChange(next === '' || next === null || next === false || next === undefined ? rest : { ...rest, [key]: next })
  }
  return (
    <Stack gap={3} className={style.extra} id={id}>
      {lines.map(({ key, label, kind, hint }) => {
        const common = { disabled, 'aria-label': t(label) }
        const now = extra[key]
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the antd input inside
          <label key={key} {...(kind === 'switch' ? { 'data-switch': true } : {})}>
            {kind !== 'switch' && <span>{t(label)}</span>}
            {kind === 'text' && (
              <Input {...common} {...(hint ? { placeholder: hint } : {})} value={typeof now === 'string' ? now : ''} onChange={e => set(key, e.target.value.trim())} />
            )}
            {kind === 'seconds' && <InputNumber {...common} min={0} max={120} placeholder="30" value={typeof now === 'number' ? now : null} onChange={next => set(key, next)} />}
            {kind === 'algorithm' && (
              <Select
                {...common}
                value={typeof now === 'string' ? now : null}
                options={['RS256', 'ES256', 'HS256'].map(a => ({ value: a, label: a }))}
                onChange={next => set(key, next)}
              />
            )}
            {kind === 'switch' && (
              <>
                <Switch {...common} size="small" checked={now === true} onChange={next => set(key, next)} />
                <span>{t(label)}</span>
              </>
            )}
          </label>
        )
      })}
    </Stack>
  )
}
