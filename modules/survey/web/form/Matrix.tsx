import { Checkbox, Radio } from 'antd'
import { Stack } from '#web/layout/Layout.tsx'
import { type Question, scaleOf } from '../../model/question.ts'

interface MatrixProps {
  of: Question
  value: unknown
  onChange: (next: unknown) => void
}
/** Rows that are answered alike, one below the other: on a phone a table would be wider than the screen. */
export function Matrix({ of: q, value, onChange }: MatrixProps) {
  const given = (value ?? {}) as Record<string, unknown>
  const { low, high } = scaleOf(q)
  const items =
    q.cell === 'scale'
      ? Array.from({ length: high - low + 1 }, (_, i) => ({ value: low + i, label: String(low + i) }))
      : (q.options ?? []).map(o => ({ value: o.key, label: o.label }))
  return (
    <Stack gap={3}>
      {(q.rows ?? []).map(row => {
        const set = (next: unknown) => onChange({ ...given, [row.key]: next })
        return (
          <Stack key={row.key} gap={1} role="group" aria-label={row.label}>
            <span>{row.label}</span>
            {q.cell === 'multi' ? (
              <Checkbox.Group aria-label={row.label} value={(given[row.key] as string[]) ?? []} options={items as Array<{ value: string; label: string }>} onChange={set} />
            ) : (
              <Radio.Group aria-label={row.label} value={given[row.key]} options={items} onChange={event => set(event.target.value)} />
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}
