import { Button, Input, InputNumber, Select } from 'antd'
import { FlaskConical, LocateFixed, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatNumber } from '#web/records/format.ts'
import { tryFences } from '../../model/actions.ts'
import type { Circle, Fence, Polygon, Spot } from '../../model/geo.ts'
import { SYSTEMS, type System } from '../../model/geo.ts'
import { positionNow } from '../mine/position.ts'
import { CornerPicker } from './CornerPicker.tsx'

const isFences = (value: unknown): value is Fence[] => Array.isArray(value)
const EMPTY: Circle = { kind: 'circle', latitude: 0, longitude: 0, radius: 100, system: 'wgs84' }
/** Corners as people write them: latitude,longitude; one after another. */
export const cornersText = (points: readonly Spot[]): string => points.map(p => `${p.latitude},${p.longitude}`).join('; ')
export const cornersOf = (text: string): Spot[] =>
  text.split(/[;；\n]/).flatMap(part => {
    const [latitude = Number.NaN, longitude = Number.NaN] = part.split(/[,，]/).map(Number)
    return part.trim() && Number.isFinite(latitude) && Number.isFinite(longitude) ? [{ latitude, longitude }] : []
  })
export const fenceInput = ({ value, onChange, disabled, describedBy }: DrawnInput) => (
  <Fences fences={isFences(value) ? value : []} onChange={onChange} disabled={disabled} describedBy={describedBy} />
)
interface Props {
  fences: readonly Fence[]
  onChange: (next: Fence[]) => void
  disabled: boolean
  describedBy: string | undefined
}
/** Where students must be: circles round a place, or an area by its corners. Standing there, the publisher takes the place from the phone. */
function Fences({ fences, onChange, disabled, describedBy }: Props) {
  return (
    <div className="sign-fences" aria-describedby={describedBy}>
      <EditedRows rows={fences} onChange={onChange}>
        {(fence, { at, put, drop }) => (
          <fieldset disabled={disabled}>
            <legend>{t('范围 {{n}}', { n: at + 1 })}</legend>
            {fence.kind === 'circle' ? (
              <CircleFields fence={fence} onChange={put} />
            ) : (
              <PolygonFields fence={fence} near={fences.flatMap(f => (f.kind === 'circle' && f.latitude ? [f] : []))[0]} onChange={put} />
            )}
            <Select
              aria-label={t('坐标系')}
              value={fence.system}
              options={Object.entries(SYSTEMS).map(([value, label]) => ({ value: value as System, label }))}
              onChange={system => put({ ...fence, system })}
            />
            <Button icon={<Trash2 size={15} />} onClick={drop} aria-label={t('去掉范围 {{n}}', { n: at + 1 })} />
          </fieldset>
        )}
      </EditedRows>
      <div className="sign-tools">
        <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...fences, EMPTY])}>
          {t('加圆形')}
        </Button>
        <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...fences, { kind: 'polygon', points: [], system: 'wgs84' }])}>
          {t('加多边形')}
        </Button>
        {fences.length ? <Trial fences={fences} /> : null}
      </div>
    </div>
  )
}
/** What the fences would have meant for those who signed by position last week. */
function Trial({ fences }: { fences: readonly Fence[] }) {
  const act = useAct(tryFences, { done: false })
  const { data, error } = act
  return (
    <>
      <Button icon={<FlaskConical size={15} />} loading={act.isPending} onClick={() => act.mutate({ fences: [...fences] })}>
        {t('用上周的签到试算')}
      </Button>
      {error ? (
        <p className="ql-problem" role="alert">
          {error.message}
        </p>
      ) : null}
      {data && !error ? (
        <p role="status">
          {data.total
            ? t('上周 {{total}} 次定位签到里，这个范围会拒绝 {{refused}} 次，涉及 {{students}} 名学生。', {
                total: formatNumber(data.total),
                refused: formatNumber(data.refused),
                students: formatNumber(data.students),
              })
            : t('上周没有定位签到，没有可以试算的。')}
        </p>
      ) : null}
    </>
  )
}
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
interface PolygonProps {
  fence: Polygon
  /** Where to begin drawing while there is no corner. */
  near: Spot | undefined
  onChange: (next: Fence) => void
}
function PolygonFields({ fence, near, onChange }: PolygonProps) {
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
/** Walking along a border, its corners are taken where one stands. */
function Here({ label, onFound }: { label: string; onFound: (spot: Spot) => void }) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const find = async () => {
    setBusy(true)
    const found = await positionNow()
    setBusy(false)
    if ('problem' in found) return setProblem(found.problem)
    setProblem(undefined)
    onFound({ latitude: found.latitude, longitude: found.longitude })
  }
  return (
    <>
      <Button icon={<LocateFixed size={15} />} loading={isBusy} onClick={() => void find()}>
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
