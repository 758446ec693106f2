import type { InputOf } from '#model'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { FormValues, LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import type { applyForCaller, applyRepair, repairForm } from '../../model/apply-actions.ts'
import { Before } from './Before.tsx'
import { AnswersInput, NewInput, RoomInput, SlotsInput, TypeInput } from './inputs.tsx'

type FormStart = AnswerOf<typeof repairForm>
type Report = typeof applyRepair | typeof applyForCaller
const isAt = (kind: string) => (v: FormValues) => v.placeType === kind
/** Photo first, then words, from which the type is suggested; what is known is filled in. */
const layoutOf = (known: FormStart, isStaff: boolean): LayoutOf<Report> => [
  ...(isStaff ? (['studentNo', 'callerName'] as const) : []),
  'photos',
  'description',
  { field: 'typeId', render: props => <TypeInput {...props} /> },
  { field: 'answers', render: props => <AnswersInput {...props} /> },
  'placeType',
  isStaff
    ? { field: 'roomId', when: isAt('room') }
    : { field: 'doorCode', when: isAt('room'), render: ({ value, onChange }) => <RoomInput room={value ? t('已扫门牌码') : (known.room?.name ?? null)} onScanned={onChange} /> },
  { field: 'venueId', when: isAt('venue') },
  { field: 'buildingId', when: isAt('public') },
  { field: 'publicPlace', when: isAt('public') },
  'phone',
  { title: t('上门'), fields: [{ field: 'slots', render: props => <SlotsInput {...props} /> }, 'enterAlone'] },
  { field: 'isNew', render: props => <NewInput {...props} /> },
]
interface Props<A extends Report> {
  of: A
  known: FormStart
  onClose: () => void
}
/** Reports a fault; staff do so for somebody who calls. */
export function ReportForm<A extends Report>({ of, known, onClose }: Props<A>) {
  const isStaff = 'studentNo' in of.input
  const room = !isStaff && known.room ? { roomId: known.room.id } : {}
  const initial = { placeType: 'room', ...room, ...(known.phone && !isStaff ? { phone: known.phone } : {}) } as Partial<InputOf<A>> // fields of both actions
  return (
    <ActionForm
      of={of}
      layout={layoutOf(known, isStaff) as LayoutOf<A>}
      initial={initial}
      done={t('已报修，正在派单')}
      onClose={onClose}
      note={values => <Before values={{ ...room, ...values }} dutyPhone={known.dutyPhone} onSolved={onClose} />}
    />
  )
}
