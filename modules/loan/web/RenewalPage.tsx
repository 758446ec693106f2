import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { TaskBoard } from '#modules/workflow/tasks/web/public/TaskBoard.tsx'
import { TaskPage } from '#modules/workflow/tasks/web/public/TaskPage.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { checkRenewals, loanRenewal, loanRenewalLine, renewalActions, renewalTask, returnRenewal } from '../model/renewal.ts'

/** 助学贷款 → 续贷: who goes on borrowing, who has not said, and the statements to check. */
export default function RenewalPage() {
  return (
    <TaskPage
      title={t('续贷')}
      processType="loanRenewal"
      round={t('续贷')}
      nothing={t('还没有发布过续贷')}
      board={id => (
        <TaskBoard
          key={id}
          of={renewalTask}
          id={id}
          words={{ expected: t('在贷学生'), answered: t('已答复'), lacking: t('未答复') }}
          columns={[
            [t('继续贷款'), c => c.goOn],
            [t('不再贷款'), c => c.stop],
            [t('还没有决定'), c => c.undecided],
            [t('已核对'), c => c.checked],
          ]}
        />
      )}
      answers={(id, heading) => <Lines key={id} renewalId={id} {...heading} />}
      of={loanRenewal}
      actions={renewalActions}
      initial={{ audience: { roles: ['student'] } }}
    />
  )
}
function Lines({ renewalId, views, toolbar }: { renewalId: string; views: ReactNode; toolbar: ReactNode }) {
  return (
    <EntityTable<typeof loanRenewalLine>
      of={loanRenewalLine}
      title={t('续贷')}
      views={views}
      toolbar={toolbar}
      where={{ renewalId }}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'classId', width: 128 },
        { key: 'answer', width: 120 },
        { key: 'statement', align: 'left' },
        { key: 'checkedAt', width: 160 },
        { key: 'checkedById', width: 100 },
        ...(['departmentId', 'loanId', 'returnNote'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['answer', 'statement', 'checkedAt']}
      filters={['studentId', collegeFilter, 'classId', 'answer', 'checkedAt']}
      rowActions={row => (row.checkedAt || row.returnNote ? null : <FormButton of={returnRenewal} input={{ id: row.id }} danger done={t('已退回')} />)}
      batchActions={rows => {
        const ids = rows.filter(r => !r.checkedAt && !r.returnNote).map(r => r.id)
        return ids.length ? <ActionButton of={checkRenewals} input={{ ids }} done={t('已核对')} /> : null
      }}
    />
  )
}
