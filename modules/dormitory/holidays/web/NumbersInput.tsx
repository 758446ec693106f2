import { Input } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'

const given = (value: unknown): string => (Array.isArray(value) ? value.filter(v => typeof v === 'string').join('\n') : '')
/** Student numbers, one per line; accepts a pasted column. A trailing empty line is kept while typing. */
export function NumbersInput({ id, value, onChange, disabled }: DrawnInput) {
  return (
    <Input.TextArea
      id={id}
      rows={6}
      value={given(value)}
      disabled={disabled}
      onChange={event => onChange(event.target.value.split(/[\s,，、]/).filter((line, n, all) => line || n === all.length - 1))}
    />
  )
}
