import { Checkbox } from 'antd'
import { Loading } from '#web/feedback/Loaded.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { damageResidents, recordDamage } from '../../model/damage-actions.ts'

/** Known data of the damage; a check or stay determines room and time. */
interface DamagePlace {
  roomId: string
  room: string
  at?: string
  recordId?: string
  stayId?: string
  studentIds?: string[]
  /** A check with photos. */
  hasPhotos?: boolean
}
/** 登记损坏: cost, photos, and payers among the residents. */
export function DamageForm({ found, onClose }: { found?: DamagePlace; onClose: () => void }) {
  const { roomId, at, recordId, stayId } = found ?? {}
  const input = { ...(roomId ? { roomId } : {}), ...(at ? { at } : {}), ...(recordId ? { recordId } : {}), ...(stayId ? { stayId } : {}) }
  return (
    <ActionForm
      of={recordDamage}
      size={720}
      input={input}
      layout={layoutOf(found)}
      initial={found?.studentIds ? { studentIds: found.studentIds } : {}}
      onClose={onClose}
      changes={['dormDamage']}
      done={t('已告知学生')}
      note={
        <div className="ql-help">
          {found ? <p>{found.room}</p> : null}
          <p>{t('只按维修或更换的实际费用赔偿，不罚款。登记后立即告知学生，异议期过后计入应缴。')}</p>
        </div>
      }
    />
  )
}
const layoutOf = (found: DamagePlace | undefined): LayoutOf<typeof recordDamage> => [
  {
    fields: [
      ...(found ? [] : (['roomId'] as const)),
      ...(found?.at ? [] : (['at'] as const)),
      'item',
      { field: 'studentIds', render: props => <Payers {...props} roomId={found?.roomId ?? props.values.roomId} at={found?.at ?? props.values.at} /> },
      'total',
      'explanation',
      { field: 'photos', help: found?.hasPhotos ? t('检查时的照片会一并附上') : undefined },
    ],
  },
]
const isText = (given: unknown): given is string => typeof given === 'string' && given !== ''
function Payers({ roomId, at, ...props }: DrawnInput & { roomId: unknown; at: unknown }) {
  return isText(roomId) && isText(at) ? <Residents {...props} roomId={roomId} at={at} /> : <p className="ql-quiet">{t('先填写房间和时间')}</p>
}
function Residents({ value, onChange, disabled, roomId, at }: DrawnInput & { roomId: string; at: string }) {
  const read = useRead(damageResidents, { roomId, at })
  const { data } = read
  if (!data) return <Loading of={read} lines={1} />
  if (!data.length) return <p className="ql-quiet">{t('当时没有人住在这里')}</p>
  return (
    <Checkbox.Group
      value={Array.isArray(value) ? value : []}
      disabled={disabled}
      options={data.map(r => ({ value: r.studentId, label: t('{{bed}} 号床 {{name}}', { bed: r.bedNo, name: r.name }) }))}
      onChange={onChange}
    />
  )
}
