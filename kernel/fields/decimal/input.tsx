import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { numberOf, numberText } from '#web/inputs/numbers.ts'
import type { FieldInput, InputProps } from '../field-input.tsx'

/** Input of numbers; with `prefix` before them. */
export function NumberInput({ control, field, value, onChange, prefix }: InputProps & { prefix?: ReactNode }) {
  const [typed, setTyped] = useState(() => numberText(field, value))
  // keep the text as typed; only a value set from outside replaces it
  const shown = (numberOf(field, typed) ?? null) === (value ?? null) ? typed : numberText(field, value)
  return (
    <Input
      {...control}
      inputMode="decimal"
      autoComplete="off"
      prefix={prefix}
      value={shown}
      onChange={e => {
        setTyped(e.target.value)
        onChange(numberOf(field, e.target.value))
      }}
    />
  )
}
export const input: FieldInput = { Input: NumberInput }
