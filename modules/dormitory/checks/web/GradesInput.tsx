import { InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { GRADE_LIMITS, GRADES, type GradeLimits } from '../model/items.ts'
import style from './scheme.module.css'

const NAMES = ['excellent', 'good', 'fair', 'pass'] as const
/** Lower bound of each grade. */
export function GradesInput({ value, onChange, disabled }: DrawnInput) {
  const limits: GradeLimits = { ...GRADE_LIMITS, ...((value as Partial<GradeLimits> | null) ?? {}) }
  return (
    <div className={style.grades}>
      {NAMES.map(name => (
        <label key={name} htmlFor={`check-grade-${name}`}>
          {t(GRADES[name])}
          <InputNumber
            id={`check-grade-${name}`}
            min={0}
            max={100}
            step={0.5}
            disabled={disabled}
            value={limits[name]}
            onChange={points => onChange({ ...limits, [name]: points ?? 0 })}
          />
        </label>
      ))}
    </div>
  )
}
