import { Progress } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { issuePasswords, issueProgress } from '../model/user-actions.ts'
import style from './system.module.css'

/** Hashing thousands of passwords takes minutes and runs in the background; the page may be left. */
export function IssuePasswords({ onClose }: { onClose: () => void }) {
  const [jobId, setJob] = useState<string>()
  if (jobId) return <Issued jobId={jobId} onClose={onClose} />
  return (
    <ActionForm
      of={issuePasswords}
      layout={['userType', 'departmentId']}
      note={<p className={`ql-quiet ${style.note}`}>{t('给还没有密码的账号设置初始密码（身份证件号后 6 位），首次登录必须修改。')}</p>}
      done={false}
      onDone={answer => setJob(answer.jobId)}
      onClose={() => jobId || onClose()}
    />
  )
}
function Issued({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { data } = useRead(issueProgress, { jobId }, { every: 1500 })
  const handled = (data?.done ?? 0) + (data?.skipped ?? 0)
  return (
    <Dialog open title={data?.state === 'done' ? t('初始密码已发放') : t('正在发放初始密码')} leave={data?.state === 'done' ? t('知道了') : t('在后台继续')} onClose={onClose}>
      <Progress percent={data ? Math.floor((handled / Math.max(1, data.total)) * 100) : 0} />
      <p className="ql-quiet">
        {t('已处理 {{handled}}/{{total}}', { handled, total: data?.total ?? '…' })}
        {data?.skipped ? t('，其中 {{n}} 人没有证件号，要逐个重置', { n: data.skipped }) : ''}
      </p>
    </Dialog>
  )
}
