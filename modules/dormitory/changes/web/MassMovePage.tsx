import { Button } from 'antd'
import { Eraser, Shuffle } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan, useMe } from '#web/session/useCan.ts'
import { cancelMass, clearMass, executeMass, undoMass } from '../model/mass-actions.ts'
import { massMove, massMoveLine } from '../model/mass-move.ts'

const MassPanel = lazily(() => import('./MassPanel.tsx'))
type Move = Shown<typeof massMove>
const VIEWS = { list: '我的名单', done: '计划和记录' } as const

/** 宿舍管理 → 批量调宿: the list in preparation, and executed moves. */
export default function MassMovePage() {
  const shown = useView(VIEWS)
  const views = <ViewSwitch of={shown} />
  return shown.view === 'done' ? <Done views={views} /> : <Lines views={views} />
}
function Lines({ views }: { views: ReactNode }) {
  const { userId } = useMe().detail
  const mayExecute = useCan(executeMass.permission)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <EntityTable<typeof massMoveLine>
        key="lines"
        of={massMoveLine}
        title={t('批量调宿#many')}
        verbs={['import', 'remove']}
        where={{ isOpen: 'true', ownerId: userId, 'massMoveId.isNull': 'true' }}
        views={views}
        columns={[
          { key: 'studentId', width: 140, align: 'left' },
          { key: 'toBedId', width: 260, align: 'left' },
        ]}
        filters={['studentId']}
        detail={false}
        toolbar={
          mayExecute ? (
            <>
              <ActionButton of={clearMass} input={{}} icon={<Eraser size={16} />} changes={['massMoveLine']} confirm={t('名单里的学生都移出，床位不受影响。')} danger />
              <Button type="primary" icon={<Shuffle size={16} />} onClick={() => setOpen(true)}>
                {t('预览并执行')}
              </Button>
            </>
          ) : null
        }
      />
      <Suspense>{isOpen ? <MassPanel onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
const mayUndo = ({ undoUntil }: Move): boolean => undoUntil !== null && Date.parse(undoUntil) > Date.now()
function Done({ views }: { views: ReactNode }) {
  const mayExecute = useCan(executeMass.permission)
  const [planned, setPlanned] = useState<string>()
  return (
    <>
      <EntityTable<typeof massMove>
        key="done"
        of={massMove}
        title={t('批量调宿#many')}
        verbs={[]}
        views={views}
        columns={[
          { key: 'name', width: 220, align: 'left' },
          { key: 'reason', width: 120 },
          { key: 'students', width: 90 },
          { key: 'cycles', width: 100 },
          { key: 'effectiveDate', width: 130 },
          { key: 'executedAt', width: 160 },
          { key: 'executedBy', width: 120 },
          { key: 'state', width: 110 },
          { key: 'endNote', width: 240, align: 'left' },
          { key: 'undoneAt', hidden: true },
          { key: 'undoneBy', hidden: true },
        ]}
        filters={['reason', 'state']}
        rowActions={row => [
          mayExecute && row.state === 'planned' && { label: t('查看计划'), onClick: () => setPlanned(row.id) },
          mayExecute && row.state === 'planned' ? (
            <ActionButton
              key="cancel"
              of={cancelMass}
              input={{ id: row.id }}
              type="link"
              changes={['massMove', 'massMoveLine']}
              confirm={t('{{n}} 人到时不再调宿，名单回到“我的名单”。', { n: row.students })}
              danger
            />
          ) : null,
          mayExecute && mayUndo(row) ? (
            <ActionButton
              key="undo"
              of={undoMass}
              input={{ id: row.id }}
              type="link"
              changes={['massMove', 'dormStay', 'dormChange']}
              confirm={t('{{n}} 人回到原来的床位，有一人回不去就都不动。', { n: row.students })}
              danger
            >
              {t('撤销')}
            </ActionButton>
          ) : null,
        ]}
      />
      <Suspense>{planned ? <MassPanel id={planned} onClose={() => setPlanned(undefined)} /> : null}</Suspense>
    </>
  )
}
