import { Input, Select } from 'antd'
import { useState } from 'react'
import { isAsking } from '#flow/index.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { LabelledInput } from '#web/forms/LabelledInput.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { jumpCase, reassignTask, resumeCase, suspendCase, voidCase } from '../../model/decide.ts'
import { type Chosen, Colleagues } from '../case/Colleagues.tsx'
import type { Case } from '../case/types.ts'
import { useCase } from '../case/useCase.ts'

export type Forced = 'suspend' | 'resume' | 'jump' | 'reassign' | 'void'
interface ForcedDialogProps {
  instanceId: string
  act: Forced
  onClose: () => void
}
/** Administrative action: requires a reason, recorded in red. */
export function ForcedDialog({ instanceId, act, onClose }: ForcedDialogProps) {
  const read = useCase(instanceId)
  if (read.data) return <Asked c={read.data} act={act} onClose={onClose} />
  return (
    <Dialog open title={TITLES[act]()} onClose={onClose}>
      <Loading of={read} lines={4} />
    </Dialog>
  )
}
const TITLES: Readonly<Record<Forced, () => string>> = {
  suspend: () => t('暂停流程'),
  resume: () => t('恢复流程'),
  jump: () => t('跳转到别的环节'),
  reassign: () => t('改派给别人'),
  void: () => t('作废申请'),
}
const NOTES: Readonly<Record<Forced, () => string>> = {
  suspend: () => t('暂停期间谁也不能办理，期限停止计时。'),
  resume: () => t('恢复后从原来的环节接着办理。'),
  jump: () => t('当前环节的待办会取消，从所选环节开始办理。'),
  reassign: () => t('原办理人的待办转给所选的人。'),
  void: () => t('作废后这份申请就此结束，不能恢复。已通过的结果也会撤销。'),
}
function useForced(c: Case, onDone: () => void) {
  const options = { changes: ['processTask', 'todo', c.bizType], onDone }
  return {
    suspend: useAct(suspendCase, options),
    resume: useAct(resumeCase, options),
    jump: useAct(jumpCase, options),
    reassign: useAct(reassignTask, options),
    void: useAct(voidCase, options),
  }
}
function Asked({ c, act, onClose }: { c: Case; act: Forced; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [to, setTo] = useState<string>()
  const [taskId, setTaskId] = useState(() => openTasks(c)[0]?.id)
  const [people, setPeople] = useState<Chosen[]>([])
  const acts = useForced(c, onClose)
  const { error, isPending } = acts[act]
  const userId = people[0]?.value
  const isComplete = reason.trim() !== '' && (act !== 'jump' || to !== undefined) && (act !== 'reassign' || (taskId !== undefined && userId !== undefined))
  const send = () => {
    const given = { instanceId: c.id, reason: reason.trim() }
    if (act === 'jump') return to && acts.jump.mutate({ ...given, to })
    if (act === 'reassign') return taskId && userId && acts.reassign.mutate({ ...given, taskId, userId })
    return acts[act].mutate(given)
  }
  const verb = TITLES[act]()
  return (
    <Dialog open title={verb} verb={verb} danger={act === 'void'} busy={isPending} disabled={!isComplete} onAct={send} onClose={onClose} width={480}>
      {error ? <Refused what={t('{{verb}}没有成功', { verb })} error={error} /> : null}
      <p>{c.title}</p>
      <p className="ql-help">{NOTES[act]()}</p>
      {act === 'jump' ? (
        <LabelledInput label={t('跳转到')}>
          {id => (
            <Select
              id={id}
              className="ql-wide"
              value={to ?? null}
              options={(c.graph?.nodes ?? []).filter(isAsking).map(step => ({ value: step.id, label: step.name, disabled: c.standing?.[step.id] === 'current' }))}
              onChange={next => setTo(next ?? undefined)}
            />
          )}
        </LabelledInput>
      ) : null}
      {act === 'reassign' ? (
        <>
          <LabelledInput label={t('哪个待办')}>
            {id => (
              <Select
                id={id}
                className="ql-wide"
                value={taskId ?? null}
                options={openTasks(c).map(task => ({ value: task.id, label: `${task.nodeName} ${task.person.name}` }))}
                onChange={next => setTaskId(next ?? undefined)}
              />
            )}
          </LabelledInput>
          <LabelledInput label={t('接手人')}>{id => <Colleagues id={id} value={people} onChange={setPeople} most={1} />}</LabelledInput>
        </>
      ) : null}
      <LabelledInput label={t('原因')}>
        {id => <Input.TextArea id={id} autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />}
      </LabelledInput>
    </Dialog>
  )
}
const openTasks = (c: Case) => c.tasks.filter(task => task.state === 'todo' || task.state === 'waiting' || task.state === 'delegated')
