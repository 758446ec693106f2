import { Checkbox, Select } from 'antd'
import { WEEKDAYS } from '#model/week.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { WAYS, type Way } from '../../model/ways.ts'
import style from '../sign.module.css'

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter(v => typeof v === 'number') : [])
export const isWays = (value: unknown): value is Way[] => Array.isArray(value)
export const wayOptions = () => Object.entries(WAYS).map(([value, label]) => ({ value: value as Way, label: t(label) }))

export const waysInput = ({ id, value, onChange, disabled }: DrawnInput) => (
  <Checkbox.Group
    className={classes(style.checks)}
    {...{ id }}
    aria-label={t('签到方式')}
    options={wayOptions()}
    value={isWays(value) ? value : []}
    onChange={onChange}
    disabled={disabled}
  />
)
export const weekdayInput = ({ id, value, onChange, disabled }: DrawnInput) => (
  <Checkbox.Group
    className={classes(style.checks)}
    {...{ id }}
    aria-label={t('星期')}
    options={WEEKDAYS.map((label, n) => ({ value: n + 1, label: t(label) }))}
    value={numbers(value)}
    onChange={next => onChange([...next].map(Number).sort((a, b) => a - b))}
    disabled={disabled}
  />
)
const MARKS = [5, 10, 15, 30, 60]
export const minutesInput = ({ id, value, onChange, disabled }: DrawnInput) => (
  <Select
    id={id}
    mode="multiple"
    allowClear
    aria-label={t('截止前提醒')}
    value={numbers(value)}
    options={MARKS.map(n => ({ value: n, label: t('{{n}} 分钟', { n }) }))}
    onChange={next => onChange(next.length ? next : null)}
    disabled={disabled}
    placeholder={t('不提醒')}
  />
)
