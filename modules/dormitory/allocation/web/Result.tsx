import { Select } from 'antd'
import { Pin, PinOff, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { State } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { excludeLines, moveLine, pinLines, runMap } from '../model/adjust-actions.ts'
import { presortLine, UNPLACED } from '../model/result.ts'
import { FloorPlan } from './FloorPlan.tsx'
import { LinePanel } from './LinePanel.tsx'
import { type Card, isOpenPlan, type RunRow, reasonText } from './labels.ts'
import style from './presort.module.css'

type Line = Shown<typeof presortLine>
export const CHANGES = ['presortRun', 'presortPlan', 'presortPin', 'presortLine'] as const
interface ResultProps {
  view: string
  plan: Card
  run: RunRow
}
/** Result of a simulation: a list with reasons, or a map of beds. */
export function Result({ view, plan, run }: ResultProps) {
  const mayAdjust = useCan('dormitory:presortLine:adjust') && isOpenPlan(plan.state) && plan.mode === 'toStudent'
  const [studentId, setStudent] = useState<string>()
  return (
    <>
      {view === 'map' ? <Houses run={run} mayAdjust={mayAdjust} onOpen={setStudent} /> : <Lines plan={plan} run={run} mayAdjust={mayAdjust} onOpen={setStudent} />}
      {studentId ? <LinePanel run={run} studentId={studentId} mayAdjust={mayAdjust} onClose={() => setStudent(undefined)} /> : null}
    </>
  )
}
interface PartProps {
  run: RunRow
  mayAdjust: boolean
  onOpen: (studentId: string) => void
}
function Lines({ plan, run, mayAdjust, onOpen }: PartProps & { plan: Card }) {
  const [leaving, setLeaving] = useState<readonly string[]>()
  const pin = useAct(pinLines, { changes: CHANGES })
  const isStudents = plan.mode === 'toStudent'
  return (
    <>
      <EntityTable<typeof presortLine>
        key={run.id}
        of={presortLine}
        title={false}
        where={{ runId: run.id }}
        verbs={['export']}
        columns={
          isStudents
            ? [
                { key: 'studentId', title: '学生', width: 120, align: 'left', render: row => <Who row={row} onOpen={onOpen} /> },
                { key: 'classId', width: 140 },
                { key: 'departmentId', width: 160, hidden: true },
                { key: 'bedId', width: 220, render: row => row.bedName ?? <Why row={row} /> },
                { key: 'score', width: 90 },
                { key: 'reasons', title: '理由', width: 320, align: 'left', render: row => <Reasons row={row} /> },
                { key: 'pinned', width: 80 },
                { key: 'conflict', width: 220, hidden: plan.conflicts === 0 },
              ]
            : [
                { key: 'roomId', title: '房间', width: 220, align: 'left' },
                { key: 'departmentId', width: 180 },
                { key: 'classId', width: 150 },
                { key: 'grade', width: 90 },
                { key: 'genderCode', width: 80 },
                { key: 'beds', width: 90 },
              ]
        }
        filters={isStudents ? ['studentId', 'classId', 'departmentId', 'unplaced', 'pinned', 'dormId'] : ['roomId', 'classId', 'departmentId', 'dormId']}
        detail={false}
        {...(mayAdjust
          ? {
              rowActions: (row: Line) => [
                row.studentId ? { label: t('调整'), onClick: () => onOpen(row.studentId ?? '') } : null,
                row.bedId ? { label: row.pinned ? t('取消固定') : t('固定'), onClick: () => pin.mutate({ ids: [row.id], pinned: !row.pinned }) } : null,
                { label: t('移出方案'), onClick: () => setLeaving([row.id]), danger: true },
              ],
              batchActions: (rows: readonly Line[], clear: () => void) => (
                <>
                  <PlacedButton icon={<Pin size={15} />} onClick={() => pin.mutate({ ids: rows.map(r => r.id), pinned: true }, { onSuccess: clear })}>
                    {t('固定')}
                  </PlacedButton>
                  <PlacedButton icon={<PinOff size={15} />} onClick={() => pin.mutate({ ids: rows.map(r => r.id), pinned: false }, { onSuccess: clear })}>
                    {t('取消固定')}
                  </PlacedButton>
                  <PlacedButton icon={<UserMinus size={15} />} onClick={() => setLeaving(rows.map(r => r.id))}>
                    {t('移出方案')}
                  </PlacedButton>
                </>
              ),
            }
          : {})}
      />
      {leaving ? (
        <ActionForm
          of={excludeLines}
          input={{ ids: [...leaving] }}
          changes={CHANGES}
          danger
          onClose={() => setLeaving(undefined)}
          note={<p className="ql-help">{t('移出 {{n}} 人，以后的模拟也不再安排他们；在“指定”里可以取消。', { n: leaving.length })}</p>}
        />
      ) : null}
    </>
  )
}
const Who = ({ row, onOpen }: { row: Line; onOpen: (studentId: string) => void }) => (
  <button type="button" className="ql-link" onClick={() => row.studentId && onOpen(row.studentId)}>
    {row.studentName}
  </button>
)
const Why = ({ row }: { row: Line }) => <State tone="refused">{row.unplaced ? t(UNPLACED[row.unplaced]) : t('未安排')}</State>
const Reasons = ({ row }: { row: Line }) => <span className={style.reasons}>{(row.reasons ?? []).slice(0, 4).map(reasonText).join(' · ')}</span>

/** One building of the simulation; students are moved by drag and drop or from the panel. */
function Houses({ run, mayAdjust, onOpen }: PartProps) {
  const [params, , put] = useOwnParams()
  const dormId = params.get('dorm')
  const read = useRead(runMap, { runId: run.id, dormId })
  const { data } = read
  const move = useAct(moveLine, { changes: CHANGES, done: t('已调整并固定') })
  if (!data) return <Loading of={read} lines={12} />
  if (!data.dormId) return <Empty title={t('这次模拟里没有你的学生')} />
  return (
    <>
      <Select
        aria-label={t('宿舍楼')}
        className={classes(style.house)}
        value={data.dormId}
        options={data.dorms.flatMap(d => (d ? [{ value: d.id, label: `${d.label} · ${d.placed}` }] : []))}
        onChange={dorm => put({ dorm })}
      />
      <FloorPlan data={data} mayAdjust={mayAdjust} onOpen={onOpen} error={move.error} onMove={(studentId, bedId) => move.mutate({ runId: run.id, studentId, bedId })} />
    </>
  )
}
