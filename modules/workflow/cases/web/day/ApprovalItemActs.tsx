import { FormButton } from '#web/forms/FormButton.tsx'
import { useRead } from '#web/records/useRead.ts'
import { approveTask } from '../../model/decide.ts'
import { myCases } from '../../model/my-cases.ts'

const MOST = 100
/** Approves from the day page. What a step asks for besides an opinion is asked for on the page of the case: the refusal says so. */
export default function ApprovalItemActs({ of: { kind, link, title } }: { of: { kind: string; link: string; title: string } }) {
  const isApproval = kind === 'approval'
  const read = useRead(myCases, { tab: 'todo', size: MOST }, { enabled: isApproval, keeps: true, follows: 'todo' })
  const one = isApproval ? read.data?.result.find(c => c?.taskId && link.endsWith(`/${c.instanceId}`)) : undefined
  return one?.taskId ? <FormButton of={approveTask} input={{ taskId: one.taskId }} layout={['opinion']} note={title} /> : null
}
