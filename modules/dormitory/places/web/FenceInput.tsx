import { Segmented } from 'antd'
import { useState } from 'react'
import type { Fence as SignFence, Spot } from '#model/geo.ts'
import { EMPTY_CIRCLE, EMPTY_POLYGON, FenceFields } from '#modules/signIn/web/public/FenceFields.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { fenceOf, isFence, keptFence } from '../model/fence.ts'
import style from './setup.module.css'

const KINDS = { circle: '圆形', polygon: '多边形' } as const
const seed = (value: unknown): SignFence => (isFence(value) ? fenceOf(value) : EMPTY_CIRCLE)
const isEmpty = (fence: SignFence): boolean => (fence.kind === 'circle' ? !fence.latitude && !fence.longitude : !fence.points.length)
/** Initial place when switching the kind: the circle's centre, or a corner. */
const placeOf = (fence: SignFence): Spot | undefined => (isEmpty(fence) ? undefined : fence.kind === 'circle' ? fence : fence.points[0])

/** Sign-in fence of the building, a circle or polygon. Empty: none. */
export function FenceInput({ value, onChange, disabled, describedBy }: DrawnInput) {
  const [fence, setFence] = useState(() => seed(value))
  const [near, setNear] = useState<Spot>()
  const put = (next: SignFence) => {
    setFence(next)
    onChange(isEmpty(next) ? null : keptFence(next))
  }
  const turn = (kind: SignFence['kind']) => {
    const at = placeOf(fence)
    setNear(at)
    put(kind === 'polygon' ? EMPTY_POLYGON : { ...EMPTY_CIRCLE, ...(at && { latitude: at.latitude, longitude: at.longitude }) })
  }
  return (
    <fieldset className={style.fence} disabled={disabled} aria-describedby={describedBy}>
      <Segmented disabled={disabled} value={fence.kind} onChange={turn} options={[...(['circle', 'polygon'] as const)].map(kind => ({ value: kind, label: t(KINDS[kind]) }))} />
      <FenceFields key={fence.kind} fence={fence} near={near} onChange={put} />
    </fieldset>
  )
}
