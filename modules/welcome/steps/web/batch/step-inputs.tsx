import { Select } from 'antd'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { autoSources } from '../../model/actions.ts'
import { useBatchSteps } from './useBatchSteps.ts'

interface CodesProps extends DrawnInput {
  batchId: string
  label: string
  /** Kinds of steps that are offered. */
  kinds?: readonly string[]
}
/** Several steps of a batch by their codes. */
export function CodesInput({ id, value, onChange, values, disabled, describedBy, batchId, label, kinds }: CodesProps) {
  const { rows } = useBatchSteps(batchId)
  return (
    <Select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      mode="multiple"
      disabled={disabled}
      value={(value as string[] | null) ?? []}
      options={rows.filter(r => r.code !== values.code && (!kinds || kinds.includes(r.kind))).map(r => ({ value: r.code, label: r.name }))}
      onChange={codes => onChange(codes.length ? codes : null)}
    />
  )
}
export const predecessorsInput = (batchId: string) => (props: DrawnInput) => <CodesInput {...props} batchId={batchId} label={t('前置环节')} />
/** Roles by their codes. */
export const rolesInput = ({ id, value, onChange, disabled, describedBy }: DrawnInput) => (
  <Select
    id={id}
    aria-label={t('角色')}
    aria-describedby={describedBy}
    mode="multiple"
    disabled={disabled}
    value={(value as string[] | null) ?? []}
    options={BUILT_IN_ROLES.map(r => ({ value: r.code, label: t(r.name) }))}
    onChange={codes => onChange(codes.length ? codes : null)}
  />
)
export const sourceInput = (props: DrawnInput) => <SourceInput {...props} />
function SourceInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const { data } = useRead(autoSources, {})
  return (
    <Select
      id={id}
      aria-label={t('自动来源')}
      aria-describedby={describedBy}
      disabled={disabled}
      allowClear
      value={(value as string | null) || null}
      options={(data ?? []).flatMap(s => (s ? [{ value: s.code, label: t(s.title) }] : []))}
      onChange={next => onChange(next ?? null)}
    />
  )
}
