import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { checkActions, checkTask, infoCheck, infoCheckLine } from '../model/info-check.ts'

/** 学籍 → 信息核对: who has checked the record, and the checks. */
export default function InfoCheckPage() {
  return (
    <TaskPage
      title={t('信息核对')}
      processType="infoCheck"
      round={t('信息核对')}
      nothing={t('还没有发布过信息核对')}
      board={id => (
        <TaskBoard
          key={id}
          of={checkTask}
          id={id}
          words={{ expected: t('应核对'), answered: t('已核对'), lacking: t('未核对') }}
          columns={[
            [t('核对无误'), c => c.correct],
            [t('已申请更正'), c => c.changed],
          ]}
        />
      )}
      answers={(id, heading) => <Lines key={id} infoCheckId={id} {...heading} />}
      of={infoCheck}
      actions={checkActions}
      initial={{ audience: { roles: ['student'] } }}
    />
  )
}
function Lines({ infoCheckId, views, toolbar }: { infoCheckId: string; views: ReactNode; toolbar: ReactNode }) {
  return (
    <EntityTable<typeof infoCheckLine>
      of={infoCheckLine}
      title={t('信息核对')}
      views={views}
      toolbar={toolbar}
      where={{ infoCheckId }}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'classId', width: 128 },
        { key: 'result', width: 120 },
        { key: 'confirmedAt', width: 160 },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['result', 'confirmedAt', 'classId']}
      filters={['studentId', collegeFilter, 'classId', 'result', 'confirmedAt']}
    />
  )
}
