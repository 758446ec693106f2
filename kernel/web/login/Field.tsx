import type { InputProps, InputRef } from 'antd'
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { type ReactNode, type Ref, useId } from 'react'
import style from './login.module.css'

interface Props extends Omit<InputProps, 'size' | 'onChange' | 'value' | 'status' | 'ref' | 'prefix'> {
  /** Placeholder and label (the customer's words). */
  hint: string
  icon: ReactNode
  value: string
  onChange: (value: string) => void
  /** Error shown below the input. */
  fault?: string | undefined
  secret?: boolean
  field?: Ref<InputRef>
}
/** Input of a sign-in form with its error. */
export function Field({ hint, icon, value, onChange, fault, secret, field, ...rest }: Props) {
  const id = useId()
  const Box = secret ? Password : Input
  return (
    <div className={style.entry}>
      <Box
        {...rest}
        {...(field ? { ref: field } : {})}
        {...(fault ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': id } : {})}
        size="large"
        aria-label={hint}
        placeholder={hint}
        value={value}
        onChange={e => onChange(e.target.value)}
        prefix={icon}
      />
      <small id={id} role="alert">
        {fault}
      </small>
    </div>
  )
}
