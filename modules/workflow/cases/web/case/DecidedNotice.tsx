import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { takeBackTask } from '../../model/decide.ts'
import style from './case.module.css'
import type { Decided, Queue } from './useQueue.ts'

interface DecidedNoticeProps {
  decided: Decided
  /** No further task. */
  isLast: boolean
  queue: Queue
}
/** The decision just made with an undo link, at the head of the next case. */
export function DecidedNotice({ decided, isLast, queue }: DecidedNoticeProps) {
  const takeBack = useAct(takeBackTask, { changes: ['processInstance', 'todo'], done: t('已取回'), onDone: () => queue.go(decided.instanceId) })
  return (
    <>
      <p className={style.decided} role="status">
        <CircleCheck size={16} aria-hidden="true" />
        <span>
          {t('{{said}}：{{title}}', { said: decided.said, title: decided.title })}
          {decided.nextStep ? <small>{decided.nextStep}</small> : null}
        </span>
        {decided.taskId ? (
          <Button type="link" size="small" loading={takeBack.isPending} onClick={() => takeBack.mutate({ taskId: decided.taskId ?? '' })}>
            {t('取回')}
          </Button>
        ) : null}
        {isLast ? <Link to="/workflow/approvals">{t('没有别的待审批，回到我的审批')}</Link> : null}
      </p>
      {takeBack.error ? <Refused what={t('取回没有成功')} error={takeBack.error} /> : null}
    </>
  )
}
