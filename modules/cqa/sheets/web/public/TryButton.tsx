import { Button } from 'antd'
import { useState } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { tryStudent } from '../../model/actions.ts'
import { scoreText } from '../../model/sheet.ts'
import { Dimensions } from './SheetView.tsx'

/** A scheme tried with one student while it is drawn up, for whoever may publish it. */
export function TryButton({ schemeId }: { schemeId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (!useCan(tryStudent.permission)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('用一名学生试算')}</Button>
      {isOpen ? <TryPanel schemeId={schemeId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
function TryPanel({ schemeId, onClose }: { schemeId: string; onClose: () => void }) {
  const [studentId, setStudentId] = useState<string | null>(null)
  return (
    <Panel open size={720} title={t('用一名学生试算')} onClose={onClose}>
      <Stack>
        <RefSelect to="student" aria-label={t('学生')} placeholder={t('选择学生')} value={studentId} onChange={setStudentId} />
        {studentId ? <Tried schemeId={schemeId} studentId={studentId} /> : <Empty title={t('选一名学生，看这个方案现在会怎样给他计分')} />}
      </Stack>
    </Panel>
  )
}
function Tried(asked: { schemeId: string; studentId: string }) {
  const read = useRead(tryStudent, asked)
  return (
    <Loaded of={read}>
      {of => (
        <Stack>
          <Figures label={t('试算结果')}>
            <Figure label={t('总分')} value={scoreText(of.total)} />
          </Figures>
          {of.pendingReason ? <p className="ql-help">{t('还缺成绩：{{courses}}。补齐以前不参加排名。', { courses: of.pendingReason })}</p> : null}
          <p className="ql-help">{t('还没有人评分的指标按基础分算。什么都不保存。')}</p>
          <Dimensions of={of} />
        </Stack>
      )}
    </Loaded>
  )
}
