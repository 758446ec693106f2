import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatMoney } from '#web/values/format.ts'
import { offerActions, offerTask, optionalChoice, optionalOffer } from '../model/offer.ts'

/** 缴费管理 → 自愿项目: who wants what, and the offers. */
export default function OfferPage() {
  return (
    <TaskPage<typeof optionalOffer>
      title={t('自愿项目')}
      processType="optionalItem"
      round={t('自愿项目登记')}
      nothing={t('还没有发布过自愿项目登记')}
      board={id => (
        <TaskBoard
          key={id}
          of={offerTask}
          id={id}
          words={{ expected: t('可选择'), answered: t('已选择'), lacking: t('未选择') }}
          columns={[
            [t('需要'), c => c.yes],
            [t('不需要'), c => c.no],
            [t('应缴'), c => formatMoney(c.sum)],
          ]}
        />
      )}
      answers={(id, heading) => <Choices key={id} offerId={id} {...heading} />}
      of={optionalOffer}
      actions={offerActions}
      columns={[
        { key: 'itemId', width: 120 },
        { key: 'dueDate', width: 120 },
      ]}
      fields={[{ title: '项目', fields: ['itemId', 'dueDate'] }]}
      initial={{ audience: { roles: ['student'] } }}
    />
  )
}
function Choices({ offerId, views, toolbar }: { offerId: string; views: ReactNode; toolbar: ReactNode }) {
  return (
    <EntityTable<typeof optionalChoice>
      of={optionalChoice}
      title={t('自愿项目')}
      verbs={['export']}
      views={views}
      toolbar={toolbar}
      where={{ offerId }}
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', title: t('学生'), width: 120, align: 'left' },
        { key: 'classId', width: 128 },
        { key: 'wish', width: 100 },
        { key: 'amount', width: 120 },
        { key: 'chosenAt', width: 160 },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['wish', 'amount', 'chosenAt']}
      filters={['studentId', collegeFilter, 'classId', 'wish', 'chosenAt']}
    />
  )
}
