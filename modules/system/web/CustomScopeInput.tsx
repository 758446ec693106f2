import type { ComponentProps } from 'react'
import type { CustomScope } from '#model/scope-order.ts'
import { t } from '#web/i18n/index.ts'
import { RefsSelect } from '#web/inputs/RefsSelect.tsx'
import manyRefsStyle from './many-refs.module.css'
import style from './system.module.css'

const PARTS = [
  ['campusIds', 'campus', '校区'],
  ['departmentIds', 'department', '部门'],
  ['classIds', 'stuClass', '班级'],
  ['buildingIds', 'building', '楼宇'],
] as const

/** Campuses, departments, classes and buildings of a custom scope. */
export function CustomScopeInput({ value, disabled, onChange }: { value: CustomScope | null; disabled: boolean; onChange: (next: CustomScope) => void }) {
  return (
    <div className={style.custom}>
      {PARTS.map(([key, to, label]) => (
        <ManyRefs key={key} to={to} label={t(label)} value={value?.[key] ?? []} disabled={disabled} onChange={ids => onChange({ ...value, [key]: ids })} />
      ))}
    </div>
  )
}
interface ManyRefsProps extends Omit<ComponentProps<typeof RefsSelect>, 'aria-label'> {
  label: string
}
/** Several rows of another entity below a label. */
export const ManyRefs = ({ label, ...rest }: ManyRefsProps) => (
  <div className={manyRefsStyle.many} data-many>
    <span>{label}</span>
    <RefsSelect {...rest} aria-label={label} placeholder={t('输入名称查找')} />
  </div>
)
