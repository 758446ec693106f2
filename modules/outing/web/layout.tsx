import { Select } from 'antd'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'

const MAIN: FormLayout = ['place', { field: 'cantonCode', render: props => <CantonPicker {...props} /> }, 'purpose', 'outPlanned', 'backPlanned', 'contactPhone']
const MEMBERS = { field: 'members', help: '替同行的同学登记，他们各自确认后生效', render: (props: NumbersProps) => <Numbers {...props} /> }
const FIRST: FormLayout = [...MAIN, { title: '可以不填', fields: ['transport', 'companions', MEMBERS, 'proofs'] }]
const AGAIN: FormLayout = [...MAIN, { title: '可以不填', fields: ['transport', 'companions', 'proofs'] }]

/** The form of a trip; members are named on the first submission, by the student. */
export const tripLayout = ({ isFirst }: { isFirst: boolean }): FormLayout => (isFirst ? FIRST : AGAIN)

interface NumbersProps {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
}
/** Student numbers, typed or pasted one after another. */
function Numbers({ id, value, onChange, disabled }: NumbersProps) {
  return (
    <Select
      id={id}
      mode="tags"
      disabled={disabled}
      value={Array.isArray(value) ? value : []}
      tokenSeparators={[' ', ',', '，', '、']}
      open={false}
      suffixIcon={null}
      placeholder={t('输入学号，回车')}
      onChange={next => onChange(next.length ? next : null)}
    />
  )
}
