import { useEffect } from 'react'
import ApprovalPage from '#modules/workflow/cases/web/public/Approvals.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'

/** 请假管理 → 审批: the reader's open tasks, leaves only; the same list as all approvals. */
export default function LeaveApprovalPage() {
  const [params, , put] = useOwnParams()
  const isChosen = params.has('processType')
  useEffect(() => {
    if (!isChosen) put({ processType: 'leave' })
  }, [isChosen, put])
  return isChosen ? <ApprovalPage /> : <Bars lines={8} />
}
