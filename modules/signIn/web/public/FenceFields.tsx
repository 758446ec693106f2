import { Button, Input, InputNumber } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import type { Circle, Fence, Polygon, Spot } from '#model/geo.ts'
import { t } from '#web/i18n/index.ts'
import { usePosition } from '#web/position/usePosition.ts'
import { CornerPicker } from '../tasks/CornerPicker.tsx'

export const EMPTY_CIRCLE: Circle = { kind: 'circle', latitude: 0, longitude: 0, radius: 100, system: 'wgs84' }
export const EMPTY_POLYGON: Polygon = { kind: 'polygon', points: [], system: 'wgs84' }
/** Corners as text: latitude,longitude, one after another. */
const cornersText = (points: readonly Spot[]): string => points.map(p => `${p.latitude},${p.longitude}`).join('; ')
const cornersOf = (text: string): Spot[] =>
  text.split(/[;；\n]/).flatMap(part => {
    const [latitude = Number.NaN, longitude = Number.NaN] = part.split(/[,，]/).map(Number)
    return part.trim() && Number.isFinite(latitude) && Number.isFinite(longitude) ? [{ latitude, longitude }] : []
  })
interface Props {
  fence: Fence
  /** Initial centre without corners. */
  near: Spot | undefined
  onChange: (next: Fence) => void
}
/** Inputs of a fence: centre and radius, or corners typed, drawn or walked. */
export const FenceFields = ({ fence, near, onChange }: Props) =>
  fence.kind === 'circle' ? <CircleFields fence={fence} onChange={onChange} /> : <PolygonFields fence={fence} near={near} onChange={onChange} />
function CircleFields({ fence, onChange }: { fence: Circle; onChange: (next: Circle) => void }) {
  const number = (key: 'latitude' | 'longitude' | 'radius', label: string) => (
    <InputNumber aria-label={label} prefix={label} value={fence[key] || null} onChange={v => onChange({ ...fence, [key]: v ?? 0 })} controls={false} />
  )
  return (
    <>
      {number('latitude', t('纬度'))}
      {number('longitude', t('经度'))}
      {number('radius', t('半径（米）'))}
      <Here label={t('取现在的位置')} onFound={spot => onChange({ ...fence, ...spot, system: 'wgs84' })} />
    </>
  )
}
function PolygonFields({ fence, near, onChange }: Props & { fence: Polygon }) {
  const [text, setText] = useState(() => cornersText(fence.points))
  const put = (next: string) => {
    setText(next)
    onChange({ ...fence, points: cornersOf(next) })
  }
  return (
    <>
      <Input.TextArea aria-label={t('各个角')} autoSize value={text} onChange={event => put(event.target.value)} placeholder={t('纬度,经度; 纬度,经度; 纬度,经度')} />
      <Here label={t('加上现在的位置')} onFound={spot => put(cornersText([...cornersOf(text), spot]))} />
      <CornerPicker points={fence.points} near={near} onChange={points => put(cornersText(points))} />
    </>
  )
}
/** Adds the current position as a corner, for walking along a border. */
function Here({ label, onFound }: { label: string; onFound: (spot: Spot) => void }) {
  const { locate, isLocating, problem } = usePosition(t('直接填写经纬度'))
  const find = () => void locate(({ latitude, longitude }) => onFound({ latitude, longitude }))
  return (
    <>
      <Button icon={<LocateFixed size={15} />} loading={isLocating} onClick={find}>
        {label}
      </Button>
      {problem ? (
        <p className="ql-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  )
}
