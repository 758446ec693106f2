import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { aidBatch, aidBatchActions } from '../../recognition/model/batch.ts'
import { reviewGroup } from '../model/group.ts'
import { Board } from './Board.tsx'

const TABS = { board: '进度', list: '小组', rounds: '批次' } as const
/** 困难认定 → 班级评议: how far each class is; the counsellor draws its group and ends its review. */
export default function ReviewPage() {
  return (
    <TaskPage
      title={t('班级评议')}
      processType="aidRecognition"
      round={t('批次')}
      nothing={t('还没有发布过困难认定批次')}
      tabs={TABS}
      board={id => <Board key={id} batchId={id} />}
      answers={(id, heading) => (
        <EntityTable<typeof reviewGroup>
          key={id}
          of={reviewGroup}
          title={t('班级评议')}
          {...heading}
          where={{ batchId: id }}
          columns={[
            { key: 'classId', width: 140, align: 'left' },
            { key: 'members', align: 'left' },
            { key: 'willing', width: 100 },
            { key: 'isTight', width: 110 },
            { key: 'votesFrom', width: 120 },
            { key: 'state', width: 100 },
            { key: 'reason', align: 'left' },
            { key: 'seed', hidden: true },
            { key: 'closedAt', hidden: true },
            { key: 'shownFrom', hidden: true },
          ]}
          filters={['classId', 'state']}
        />
      )}
      of={aidBatch}
      actions={aidBatchActions}
    />
  )
}
