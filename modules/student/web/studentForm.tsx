import { type ReactNode, Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import type { DrawnInput, FieldSpec, FormValues, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { preEnrol } from '../model/actions.ts'
import type { LOCKED_FIELDS } from '../model/fields.ts'
import { identityWarnings } from '../model/identity.ts'
import { isBeforeEnrolment } from '../model/status.ts'
import { student } from '../model/student.ts'

// form components are loaded when the form opens
const CantonPicker = lazily(() => import('#modules/campus/web/CantonPicker.tsx'))
const FieldInput = lazily(() => import('#web/forms/FieldInput.tsx').then(m => ({ default: m.FieldInput })))

const drawn = (input: ReactNode) => <Suspense>{input}</Suspense>
const canton = <N extends 'nativeCanton' | 'sourceCanton' | 'homeCanton'>(field: N): FieldSpec<N> => ({ field, render: props => drawn(<CantonPicker {...props} />) })
/** Locked after enrolment: not part of the form. */
const isOpen = (values: FormValues): boolean => typeof values.status !== 'string' || isBeforeEnrolment(values.status)
const locked = <N extends (typeof LOCKED_FIELDS)[number]>(field: N): FieldSpec<N> => ({ field, when: isOpen })

/** Input with a warning for mismatches with the identity number. */
const checked = <N extends 'birthDate' | 'genderCode'>(field: N): FieldSpec<N> => ({ ...locked(field), render: props => <Checked field={field} props={props} /> })
function Checked({ field, props: { values, ...props } }: { field: 'birthDate' | 'genderCode'; props: DrawnInput }) {
  const warning = identityWarnings(values).find(w => w.field === field)
  return (
    <>
      {drawn(<FieldInput {...props} field={student.fields[field]} />)}
      {warning ? (
        <p className="ql-note">{field === 'birthDate' ? t('证件号中的出生日期是 {{expected}}，请核对', { expected: warning.expected }) : t('与证件号中的性别不一致，请核对')}</p>
      ) : null}
    </>
  )
}
const classField: FieldSpec<'classId'> = {
  field: 'classId',
  where: v => ({ gradeMajorId: (v.gradeMajorId as string | undefined) ?? null }),
  help: t('只能选同一年级专业的班级'),
}
/** Single column in sections, in the order offices fill a record. */
export const studentLayout = (): LayoutOf<typeof student> & LayoutOf<typeof preEnrol> => [
  { title: '学籍', fields: [locked('studentNo'), locked('name'), locked('gradeMajorId'), classField, locked('ksh'), locked('enrolDate'), 'expectedGraduation'] },
  {
    title: '身份',
    fields: [
      locked('idType'),
      locked('idNo'),
      checked('birthDate'),
      checked('genderCode'),
      locked('ethnicityCode'),
      'politicalCode',
      'nationalityCode',
      'formerName',
      'namePinyin',
    ],
  },
  { title: '来源与培养', fields: [canton('nativeCanton'), canton('sourceCanton'), locked('level'), locked('duration'), 'studyForm', 'category', 'enrolMode'] },
  { title: '联系方式', fields: ['phone', 'email', canton('homeCanton'), 'homeAddress', 'postcode', 'hukouAddress', 'hukouMoved'] },
  { title: '紧急联系人', fields: ['emergencyName', 'emergencyPhone'] },
  { title: '健康', fields: ['healthCode'] },
]
