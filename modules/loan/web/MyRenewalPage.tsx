import { MyTask } from '#modules/workflow/tasks/web/public/MyTask.tsx'
import { MyTasks } from '#modules/workflow/tasks/web/public/MyTasks.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { ANSWERS, loanRenewalLine, ownRenewals } from '../model/renewal.ts'

const { answer, statement } = loanRenewalLine.fields
/** 续贷: whether one goes on borrowing, and a short statement of the year. */
export default function MyRenewalPage() {
  return (
    <StudentsOnly title={t('我的续贷')} otherwise={t('当前账号不是学生，没有自己的助学贷款')}>
      <Page title={t('我的续贷')} width="form">
        <MyTasks of={ownRenewals.mine} nothing={t('现在没有要答复的续贷')}>
          {task =>
            task && (
              <MyTask
                key={task.renewalId}
                of={ownRenewals.answer}
                task={task}
                round={{ renewalId: task.renewalId }}
                asked={{ answer, statement }}
                isAnswered={task.answer !== null && !task.answer.returnNote}
                summary={values => t(ANSWERS[values.answer as keyof typeof ANSWERS])}
                initial={{ answer: 'continue' }}
              >
                {task.answer?.returnNote ? <p className="ql-help">{t('退回重写：{{why}}', { why: task.answer.returnNote })}</p> : null}
                {task.answer?.checkedAt ? <p className="ql-help">{t('辅导员已核对')}</p> : null}
              </MyTask>
            )
          }
        </MyTasks>
      </Page>
    </StudentsOnly>
  )
}
