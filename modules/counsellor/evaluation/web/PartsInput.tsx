import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { PARTS, type Part, type PartKind, sumOf, WHOLE } from '../model/scheme.ts'

const KINDS = Object.keys(PARTS) as PartKind[]
/** The weight of each part; a part without one does not count. */
export function PartsInput({ id, value, onChange, disabled, describedBy, without }: DrawnInput & { without?: PartKind }) {
  const parts = (Array.isArray(value) ? value : []) as Part[]
  const weightOf = (kind: PartKind): number | null => parts.find(p => p.kind === kind)?.weight ?? null
  const put = (kind: PartKind, weight: number | null) =>
    onChange(
      KINDS.flatMap(k => {
        const next = k === kind ? weight : weightOf(k)
        return next ? [{ kind: k, weight: next }] : []
      }),
    )
  const sum = sumOf(parts)
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      {KINDS.filter(kind => kind !== without).map(kind => (
        <Row key={kind} gap={2} spread="between">
          <span>{t(PARTS[kind])}</span>
          <InputNumber aria-label={t(PARTS[kind])} min={1} max={WHOLE} precision={0} disabled={disabled} value={weightOf(kind)} onChange={weight => put(kind, weight)} />
        </Row>
      ))}
      <span className="ql-help">{sum === WHOLE ? t('合计 100') : t('合计 {{sum}}，须是 100', { sum })}</span>
    </Stack>
  )
}
