import { Pin } from 'lucide-react'
import { useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Stack } from '#web/layout/Layout.tsx'
import type { runMap } from '../model/adjust-actions.ts'
import style from './presort.module.css'

type Data = AnswerOf<typeof runMap>
type Floor = Data['floors'][number]
type Room = Floor['rooms'][number]
type Bed = Room['beds'][number]
interface FloorPlanProps {
  data: Data
  mayAdjust: boolean
  error: unknown
  onOpen: (studentId: string) => void
  onMove: (studentId: string, bedId: string) => void
}
/** Highest floor first. Drag and drop has a keyboard alternative: open the student and choose a bed. */
export function FloorPlan({ data, mayAdjust, error, onOpen, onMove }: FloorPlanProps) {
  const [dragged, setDragged] = useState<string>()
  const drop = (bed: Bed) => {
    if (dragged && bed.studentId !== dragged) onMove(dragged, bed.id)
    setDragged(undefined)
  }
  return (
    <Stack>
      {error ? <Refused what={t('没有调整')} error={error} /> : null}
      {data.floors.map(floor => (
        <section key={floor.id} className={style.floor} aria-label={floor.label}>
          <h2>{floor.label}</h2>
          <Columns gap={2} min={190} isFixed isEven>
            {floor.rooms.map(room => (
              <Sheet key={room.id} as="div" className={style.room}>
                <b>{room.roomNo}</b>
                {room.granted ? <small>{room.granted}</small> : null}
                <ul>
                  {room.beds.map(bed => (
                    <Place key={bed.id} bed={bed} mayAdjust={mayAdjust} isDragging={dragged !== undefined} onDrag={setDragged} onDrop={drop} onOpen={onOpen} />
                  ))}
                </ul>
              </Sheet>
            ))}
          </Columns>
        </section>
      ))}
    </Stack>
  )
}
const WORDS: Readonly<Record<Bed['standing'], string>> = { free: '空', mine: '', other: '其他学院', living: '有人住', off: '不安排' }
interface PlaceProps {
  bed: Bed
  mayAdjust: boolean
  isDragging: boolean
  onDrag: (studentId: string | undefined) => void
  onDrop: (bed: Bed) => void
  onOpen: (studentId: string) => void
}
function Place({ bed, mayAdjust, isDragging, onDrag, onDrop, onOpen }: PlaceProps) {
  const takes = mayAdjust && isDragging && (bed.standing === 'free' || (bed.standing === 'mine' && !bed.pinned))
  const target = takes ? { onDragOver: (event: React.DragEvent) => event.preventDefault(), onDrop: () => onDrop(bed) } : {}
  if (!bed.studentId)
    return (
      <li className={style.bed} data-standing={bed.standing} {...target}>
        <span className={style.no}>{bed.bedNo}</span> {t(WORDS[bed.standing])}
      </li>
    )
  const studentId = bed.studentId
  return (
    <li className={`${style.bed} ${style.mine}`} {...target}>
      <button type="button" draggable={mayAdjust && !bed.pinned} onDragStart={() => onDrag(studentId)} onDragEnd={() => onDrag(undefined)} onClick={() => onOpen(studentId)}>
        <span className={style.no}>{bed.bedNo}</span> <b>{bed.name}</b> <small>{bed.className}</small>
        {bed.pinned ? <Pin size={12} aria-label={t('固定')} /> : null}
      </button>
    </li>
  )
}
