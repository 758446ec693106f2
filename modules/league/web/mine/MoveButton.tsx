import { Select } from 'antd'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { proposeTransfer, transferTargets } from '../../model/transfer-actions.ts'

/** Asks to move to another branch, which students choose by its name. */
export const MoveButton = ({ memberId }: { memberId: string }) => (
  <FormButton
    of={proposeTransfer}
    input={{ memberId }}
    layout={[{ field: 'toId', render: props => <Targets {...props} /> }, 'reason']}
    note={t('转出和接收的支部都同意后办好，从下个月起由新的支部收团费。')}
  />
)
function Targets({ value, onChange, disabled, id }: DrawnInput) {
  const { data } = useRead(transferTargets, {})
  const options = data?.branches.flatMap(b => (b ? [{ value: b.id, label: b.name }] : [])) ?? []
  return (
    <Select id={id} disabled={disabled} value={(value as string | null | undefined) ?? null} onChange={onChange} showSearch={{ optionFilterProp: 'label' }} options={options} />
  )
}
