import { Select } from 'antd'
import type { FieldSpec, FormLayout } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'

interface Type {
  asksUntil: boolean
  asksProof: boolean
  asksSchool: boolean
  isDecided: boolean
  placement: string
  beginner: string
  code: string
}
interface Option {
  id: string
  name: string
  grade: number
}
/** The classes that the server offers for this type, instead of all. */
const classField = (classes: readonly Option[]): FieldSpec<'toClassId'> => ({
  field: 'toClassId',
  required: true,
  render: ({ id, value, onChange, disabled, status }) => (
    <Select
      id={id}
      className="ql-wide"
      showSearch
      optionFilterProp="label"
      value={typeof value === 'string' ? value : undefined}
      status={status}
      disabled={disabled}
      options={classes.map(c => ({ value: c.id, label: t('{{name}}（{{grade}} 级）', { name: c.name, grade: c.grade }) }))}
      onChange={onChange}
    />
  ),
})
const SCHOOL = ['otherLevel', 'admissionScore', 'lineScore'] as const
/** What a type asks for, after the type itself. */
export function detailLayout(type: Type | undefined, classes: readonly Option[]): FormLayout {
  if (!type) return []
  return [
    { field: 'reasonCode' },
    { field: 'effectiveDate' },
    ...(type.asksUntil ? [{ field: 'until', required: true as const }] : []),
    ...(type.placement === 'none' ? [] : [classField(classes)]),
    ...(type.asksSchool ? [{ field: 'otherSchool', required: true as const }, ...SCHOOL.map(field => ({ field, required: true as const }))] : []),
    ...(type.isDecided ? [{ field: 'ground', required: true as const }] : []),
    ...(type.beginner === 'document' ? [{ field: 'docNo', required: true as const, help: t('登记后立即按生效日期生效，不再审批') }] : []),
    { field: 'reasonText', ...(type.asksSchool ? { required: true as const } : {}) },
    { field: 'proofs', help: type.code === 'withdrawal' ? t('须上传监护人知情的书面说明') : type.asksProof ? t('须上传证明') : t('有证明可以上传') },
  ]
}
