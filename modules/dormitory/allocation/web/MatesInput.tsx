import { Input } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'

/** Roommates by student number, one per line. */
export function MatesInput({ id, value, onChange, disabled, status, describedBy, most }: DrawnInput & { most: number }) {
  const given = Array.isArray(value) ? value.filter((no): no is string => typeof no === 'string') : []
  const lines = [...given, ''].slice(0, Math.max(most, given.length))
  const put = (at: number, text: string) => {
    const next = lines.map((no, n) => (n === at ? text : no))
    onChange(next.filter((no, n) => no !== '' || n < next.findLastIndex(Boolean)))
  }
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      {lines.map((no, at) => (
        <Input
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          key={at}
          value={no}
          status={status}
          disabled={disabled}
          maxLength={20}
          inputMode="text"
          placeholder={t('学号')}
          aria-label={t('第 {{n}} 名同学的学号', { n: at + 1 })}
          onChange={event => put(at, event.target.value)}
        />
      ))}
    </Stack>
  )
}
