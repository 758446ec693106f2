import { Select } from 'antd'
import CantonPicker from '#modules/campus/web/CantonPicker.tsx'
import type { FieldSpec, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { outingApplication } from '../model/application.ts'

type Trip = typeof outingApplication.apply
const MAIN: LayoutOf<Trip> & LayoutOf<typeof outingApplication.applyFor> = [
  'place',
  { field: 'cantonCode', render: props => <CantonPicker {...props} /> },
  'purpose',
  'outPlanned',
  'backPlanned',
  'contactPhone',
]
/** Said when it is drawn, in the reader's language. */
const MembersHelp = () => t('替同行的同学登记，他们各自确认后生效')
const MEMBERS: FieldSpec<'members'> = { field: 'members', help: <MembersHelp />, render: props => <Numbers {...props} /> }
const FIRST: LayoutOf<Trip> = [...MAIN, { title: '可以不填', fields: ['transport', 'companions', MEMBERS, 'proofs'] }]
/** The form of a trip without fellow travellers to name. */
export const AGAIN: LayoutOf<Trip> & LayoutOf<typeof outingApplication.applyFor> = [...MAIN, { title: '可以不填', fields: ['transport', 'companions', 'proofs'] }]

/** The form of a trip; members are named on the first submission, by the student. */
export const tripLayout = ({ isFirst }: { isFirst: boolean }): LayoutOf<Trip> => (isFirst ? FIRST : AGAIN)

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
