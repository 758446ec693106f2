import { Checkbox } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { CLOSE_RULES, type CloseRules } from '../model/holiday.ts'

const LABELS = { needsDeparture: '登记离校的都已离开', needsSafe: '每间都确认了断电、关窗、锁门' } as const
const NAMES = Object.keys(LABELS) as Array<keyof CloseRules>
const isOn = (value: unknown, name: keyof CloseRules): boolean => (typeof value === 'object' && value !== null && name in value ? (value as CloseRules)[name] : CLOSE_RULES[name])

/** Conditions for closing a building. Complete answers are always required. */
export function CloseRulesInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  return (
    <Checkbox.Group
      aria-describedby={describedBy}
      disabled={disabled}
      value={NAMES.filter(name => isOn(value, name))}
      options={NAMES.map(name => ({ value: name, label: t(LABELS[name]), id: `${id}-${name}` }))}
      onChange={chosen => onChange(Object.fromEntries(NAMES.map(name => [name, chosen.includes(name)])))}
    />
  )
}
