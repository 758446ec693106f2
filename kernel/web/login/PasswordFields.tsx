import Password from 'antd/es/input/Password'
import { LockKeyhole } from 'lucide-react'
import { useId } from 'react'
import { PASSWORD_PROGRESS, passwordLevel } from '#model/checks.ts'
import { t } from '#web/i18n/index.ts'
import { Field } from './Field.tsx'
import style from './login.module.css'

export interface NewPassword {
  password: string
  again: string
}
/** Client-side error of the new password, if any. The server checks strength by the school's rule. */
export function newPasswordFault({ password, again }: NewPassword): string | undefined {
  if (password.length < 8) return t('新密码至少 8 位，现在 {{n}} 位', { n: password.length })
  return password === again ? undefined : t('两次输入的新密码不一样')
}
/** Which of the two inputs an error belongs to. */
const isOfAgain = ({ password, again }: NewPassword): boolean => password.length >= 8 && password !== again

interface Labelled {
  label: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  fault?: string | undefined
  describedBy?: string
  autoFocus?: boolean
}
/** Password input with label and error. */
export function PasswordField({ label, value, onChange, autoComplete, fault, describedBy, autoFocus = false }: Labelled) {
  const id = useId()
  const described = fault ? `${id}fault` : describedBy
  return (
    <div className={style.field}>
      <label htmlFor={id}>{label}</label>
      <Password
        id={id}
        size="large"
        maxLength={64}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        value={value}
        onChange={e => onChange(e.target.value)}
        {...(described ? { 'aria-describedby': described } : {})}
        {...(fault ? { status: 'error' as const, 'aria-invalid': true } : {})}
      />
      <small id={`${id}fault`} role="alert">
        {fault}
      </small>
    </div>
  )
}
interface Props {
  value: NewPassword
  onChange: (next: NewPassword) => void
  fault?: string | undefined
}
/** New password, its repetition, and a strength meter. */
export function PasswordFields({ value, onChange, fault }: Props) {
  const id = useId()
  const isAgain = isOfAgain(value)
  return (
    <>
      <PasswordField
        label={t('新密码')}
        autoComplete="new-password"
        value={value.password}
        onChange={password => onChange({ ...value, password })}
        fault={isAgain ? undefined : fault}
        describedBy={`${id}level`}
      />
      <Strength id={`${id}level`} password={value.password} />
      <PasswordField
        label={t('再输一次新密码')}
        autoComplete="new-password"
        value={value.again}
        onChange={again => onChange({ ...value, again })}
        fault={isAgain ? fault : undefined}
      />
    </>
  )
}
/** The same styled as a sign-in form, with placeholders as labels. */
export function HintedPasswordFields({ value, onChange, fault }: Props) {
  const id = useId()
  const icon = <LockKeyhole size={17} strokeWidth={1.75} />
  const isAgain = isOfAgain(value)
  return (
    <>
      <Field
        secret
        hint={t('请设置密码')}
        icon={icon}
        name="new-password"
        autoComplete="new-password"
        maxLength={64}
        value={value.password}
        onChange={password => onChange({ ...value, password })}
        fault={isAgain ? undefined : fault}
      />
      <Strength id={`${id}level`} password={value.password} />
      <Field
        secret
        hint={t('请再输一次密码')}
        icon={icon}
        name="new-password-again"
        autoComplete="new-password"
        maxLength={64}
        value={value.again}
        onChange={again => onChange({ ...value, again })}
        fault={isAgain ? fault : undefined}
      />
    </>
  )
}
/** The customer's scale: weak, medium, strong. */
function Strength({ id, password }: { id: string; password: string }) {
  const level = passwordLevel(password)
  const { percent, status } = PASSWORD_PROGRESS[level]
  const words = [t('弱'), t('中'), t('强')][level]
  return (
    <div className={style.meter} id={id} aria-live="polite">
      <i className={style.track} role="progressbar" aria-label={t('密码强度')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={password ? percent : 0}>
        <b data-strength={status} style={{ width: password ? `${percent}%` : 0 }} />
      </i>
      <span>{password ? t('强度：{{level}}', { level: words }) : t('8 位以上，大小写字母、数字、符号至少两种')}</span>
    </div>
  )
}
