import { Button, InputNumber } from 'antd'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { Fence } from '../../model/setup/places.ts'
import './setup.css'

const PARTS = [
  ['lng', '经度', -180, 180, 0.0001],
  ['lat', '纬度', -90, 90, 0.0001],
  ['radius', '半径（米）', 20, 5000, 10],
] as const
const isCircle = (value: unknown): value is Partial<Record<'lng' | 'lat' | 'radius', number | null>> => typeof value === 'object' && value !== null && !('points' in value)
const corners = (value: unknown): number => (typeof value === 'object' && value !== null && 'points' in value ? (value as Extract<Fence, { points: unknown }>).points.length : 0)

/** A circle around the house, within which signing in counts. An area that was drawn elsewhere is named and may be taken away. */
export function FenceInput({ value, onChange, disabled, describedBy }: DrawnInput) {
  if (corners(value))
    return (
      <span className="dorm-fence">
        {t('{{n}} 个点围成的区域', { n: corners(value) })}
        <Button type="link" disabled={disabled} onClick={() => onChange(null)}>
          {t('改为圆形')}
        </Button>
      </span>
    )
  const circle = isCircle(value) ? value : {}
  const change = (part: Partial<typeof circle>) => {
    const next = { ...circle, ...part }
    onChange(PARTS.every(([name]) => next[name] === null || next[name] === undefined) ? null : next)
  }
  return (
    <span className="dorm-fence">
      {PARTS.map(([name, label, min, max, step]) => (
        <InputNumber
          key={name}
          aria-label={t(label)}
          placeholder={t(label)}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          aria-describedby={describedBy}
          value={circle[name] ?? null}
          onChange={given => change({ [name]: given })}
        />
      ))}
    </span>
  )
}
