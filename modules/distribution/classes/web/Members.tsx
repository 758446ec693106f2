import { Button, Checkbox, Select } from 'antd'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { genderCode } from '#model/national.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { moveStudents, planMembers, unlockStudents } from '../model/actions.ts'
import { planStates } from '../model/plan.ts'
import type { Board, ClassFigures } from './BoardColumns.tsx'
import style from './board.module.css'

type Member = AnswerOf<typeof planMembers>[number]
const CHANGES = { changes: ['distributionLine'] }
const OUT = ''

/** Who is in the class, or without one. Ticked by mouse or keyboard, they are moved to another class and stay there. */
export function Members({ id, board, of }: { id: string; board: Board; of: ClassFigures | undefined }) {
  const read = useRead(planMembers, { id, classId: of?.classId ?? null })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const mayMove = useCan(moveStudents.permission) && planStates.allows(board, 'move')
  const { data } = read
  const chosen = (data ?? []).filter(m => ticked.includes(m.id))
  return (
    <Sheet title={of?.className ?? t('未编班')} note={of ? t('{{n}} 人', { n: of.size }) : t('{{n}} 人', { n: board.unassigned })} className={style.members}>
      {mayMove ? <Move id={id} board={board} of={of} chosen={chosen} onDone={() => setTicked([])} /> : null}
      {data ? (
        data.length ? (
          <ul>
            {data.map(m => (
              <li key={m.id}>
                <Checkbox
                  disabled={!mayMove || m.isBefore}
                  checked={ticked.includes(m.id)}
                  onChange={e => setTicked(e.target.checked ? [...ticked, m.id] : ticked.filter(x => x !== m.id))}
                >
                  <Name of={m} />
                </Checkbox>
              </li>
            ))}
          </ul>
        ) : (
          <p className="ql-quiet">{of ? t('这个班还没有学生') : t('所有学生都有班级')}</p>
        )
      ) : (
        <Loading of={read} lines={6} />
      )}
    </Sheet>
  )
}
function Name({ of: m }: { of: Member }) {
  const sexes = useDict(genderCode)
  return (
    <>
      {m.name} <small>{dictLabel(sexes, m.genderCode)}</small>
      {m.isBefore ? <small> · {t('原有')}</small> : null}
      {m.isLocked ? <Pin size={12} aria-label={t('手工固定')} /> : null}
    </>
  )
}
interface MoveProps {
  id: string
  board: Board
  of: ClassFigures | undefined
  chosen: readonly Member[]
  onDone: () => void
}
function Move({ id, board, of, chosen, onDone }: MoveProps) {
  const [to, setTo] = useState<string>()
  const done = () => {
    setTo(undefined)
    onDone()
  }
  const move = useAct(moveStudents, { ...CHANGES, done: t('已调整'), onDone: done })
  const unlock = useAct(unlockStudents, { ...CHANGES, done: t('已取消固定'), onDone: done })
  const majors = new Set(chosen.map(m => m.gradeMajorId))
  const open = board.classes.filter(c => c.classId !== of?.classId && (majors.size === 0 || majors.has(c.gradeMajorId)))
  const studentIds = chosen.map(m => m.id)
  return (
    <>
      {move.error || unlock.error ? <Refused what={t('没有调整')} error={move.error ?? unlock.error} /> : null}
      <Row>
        <Select
          className={classes(style.target)}
          aria-label={t('编到')}
          placeholder={t('编到')}
          showSearch={{ optionFilterProp: 'label' }}
          value={to}
          options={[
            ...open.map(c => ({ value: c.classId, label: t('{{className}}（还可编 {{room}} 人）', { className: c.className, room: Math.max(0, c.capacity - c.size) }) })),
            ...(of ? [{ value: OUT, label: t('先不编班') }] : []),
          ]}
          onChange={setTo}
        />
        <Button type="primary" disabled={!chosen.length || to === undefined} loading={move.isPending} onClick={() => move.mutate({ id, studentIds, classId: to || null })}>
          {t('调整 {{n}} 人', { n: chosen.length })}
        </Button>
        <Button disabled={!chosen.some(m => m.isLocked)} loading={unlock.isPending} onClick={() => unlock.mutate({ id, studentIds })}>
          {t('取消固定')}
        </Button>
      </Row>
    </>
  )
}
