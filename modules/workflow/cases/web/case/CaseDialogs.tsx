import { Checkbox } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { notify } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { addSign, ccCase, delegateTask, removeSign, resubmitCase, takeBackTask, transferTask, urgeCase, withdrawCase } from '../../model/decide.ts'
import { type Forced, ForcedDialog } from '../public/ForcedDialog.tsx'
import type { CaseAct } from './acts.ts'
import style from './case.module.css'
import { PeopleDialog } from './PeopleDialog.tsx'
import type { Case } from './types.ts'
import type { Decided } from './useQueue.ts'

interface CaseDialogsProps {
  act: CaseAct
  c: Case
  opinion: string
  onDecided: (decided: Omit<Decided, 'title' | 'instanceId'>) => void
  onClose: () => void
}
const FORCED: ReadonlySet<string> = new Set(['suspend', 'resume', 'jump', 'reassign', 'void'])
const isForced = (act: CaseAct): act is Forced => FORCED.has(act)
const SIGNS = { before: '在我之前', after: '在我之后', beside: '与我同时' } as const
const SIGN_NOTES: Readonly<Record<keyof typeof SIGNS, () => string>> = {
  before: () => t('先由对方办理，办完后回到你这里。'),
  after: () => t('你同意后由对方接着办理，再到下一环节。'),
  beside: () => t('对方和你同时办理，都办完再到下一环节。'),
}
/** Dialog of an action other than deciding. */
export function CaseDialogs({ act, c, opinion, onDecided, onClose }: CaseDialogsProps) {
  const taskId = c.mine?.taskId ?? ''
  const left = (said: string) => (answer: { nextStep: string | null }) => onDecided({ said, nextStep: answer.nextStep, taskId: null })
  const words = (text: string) => (text ? { opinion: text } : {})
  if (isForced(act)) return <ForcedDialog instanceId={c.id} act={act} onClose={onClose} />
  switch (act) {
    case 'transfer':
      return (
        <PeopleDialog
          of={transferTask}
          title={t('转办')}
          verb={t('转办')}
          who={t('接手人')}
          note={t('转办后由对方办理，你不再处理这份申请。')}
          most={1}
          opinion={opinion}
          toInput={([userId = ''], text) => ({ taskId, userId, ...words(text) })}
          onDone={left(t('已转办'))}
          onClose={onClose}
        />
      )
    case 'delegate':
      return (
        <PeopleDialog
          of={delegateTask}
          title={t('委派')}
          verb={t('委派')}
          who={t('请谁给出意见')}
          note={t('对方给出意见后回到你这里，由你决定。')}
          most={1}
          opinion={opinion}
          toInput={([userId = ''], text) => ({ taskId, userId, ...words(text) })}
          onDone={left(t('已委派'))}
          onClose={onClose}
        />
      )
    case 'before':
    case 'after':
    case 'beside':
      return (
        <PeopleDialog
          of={addSign}
          title={t('加签：{{when}}', { when: t(SIGNS[act]) })}
          verb={t('加签')}
          who={t('加签人')}
          note={SIGN_NOTES[act]()}
          most={10}
          opinion={opinion}
          toInput={(userIds, text) => ({ taskId, userIds, as: act, ...words(text) })}
          onDone={(_answer, people) => {
            notify.success(t('已请 {{names}} 加签', { names: people.map(one => one.label).join(t('、')) }))
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'cc':
      return (
        <PeopleDialog
          of={ccCase}
          title={t('抄送')}
          verb={t('抄送')}
          who={t('抄送给')}
          note={t('对方只能查看，不用办理。')}
          most={50}
          toInput={(userIds, text) => ({ instanceId: c.id, userIds, ...words(text) })}
          onDone={answer => {
            notify.success(t('已抄送 {{n}} 人', { n: answer.told }))
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'removeSign':
      return <RemoveSign c={c} onClose={onClose} />
    case 'resubmit':
      return <Resubmit c={c} onClose={onClose} />
    default:
      return <Confirm act={act} c={c} onClose={onClose} />
  }
}
/** Actions that need only a confirmation. */
function Confirm({ act, c, onClose }: { act: 'urge' | 'takeBack' | 'withdraw'; c: Case; onClose: () => void }) {
  const changes = ['processTask', 'processInstance', 'todo', c.bizType]
  const urge = useAct(urgeCase, { changes, done: t('已催办'), onDone: onClose })
  const takeBack = useAct(takeBackTask, { changes, done: t('已取回'), onDone: onClose })
  const withdraw = useAct(withdrawCase, { changes, done: t('已撤回'), onDone: onClose })
  const taken = c.tasks.findLast(task => task.state === 'done' && task.action === 'approve')
  const known = {
    urge: { of: urge, verb: t('催办'), note: t('提醒正在等的人尽快办理：{{who}}', { who: waitingFor(c) }), run: () => urge.mutate({ instanceId: c.id }) },
    takeBack: { of: takeBack, verb: t('取回'), note: t('取回后由你重新决定。'), run: () => taken && takeBack.mutate({ taskId: taken.id }) },
    withdraw: { of: withdraw, verb: t('撤回申请'), note: t('撤回后这份申请不再审批，可以重新申请。'), run: () => withdraw.mutate({ instanceId: c.id }) },
  }[act]
  return (
    <Dialog open title={known.verb} verb={known.verb} danger={act === 'withdraw'} busy={known.of.isPending} onAct={known.run} onClose={onClose}>
      {known.of.error ? <Refused what={t('{{verb}}没有成功', { verb: known.verb })} error={known.of.error} /> : <p>{known.note}</p>}
    </Dialog>
  )
}
const waitingFor = (c: Case): string =>
  c.tasks
    .filter(task => task.state === 'todo')
    .map(task => task.person.name)
    .join(t('、'))
/** 减签: removes a co-signer who has not answered. */
function RemoveSign({ c, onClose }: { c: Case; onClose: () => void }) {
  const added = c.mine?.added ?? []
  const [chosen, setChosen] = useState<readonly string[]>([])
  const act = useAct(removeSign, { changes: ['processInstance', 'todo'], done: false })
  const run = async () => {
    for (const taskId of chosen) await act.mutateAsync({ taskId })
    notify.success(t('已减签'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('减签')}
      verb={t('减去 {{n}} 人', { n: chosen.length })}
      busy={act.isPending}
      disabled={!chosen.length}
      // the dialog shows a refusal
      onAct={() => void run().catch(() => undefined)}
      onClose={onClose}
    >
      {act.error ? <Refused what={t('减签没有成功')} error={act.error} /> : null}
      <Checkbox.Group
        className={classes(style.return)}
        options={added.map(one => ({ value: one.taskId, label: one.name }))}
        value={[...chosen]}
        onChange={next => setChosen(next.map(String))}
      />
    </Dialog>
  )
}
/** Resubmits a returned application. */
function Resubmit({ c, onClose }: { c: Case; onClose: () => void }) {
  const [walkAgain, setWalkAgain] = useState(false)
  const act = useAct(resubmitCase, { changes: ['processTask', 'todo', c.bizType], done: t('已重新提交'), onDone: onClose })
  const run = () => act.mutate({ instanceId: c.id, ...(walkAgain ? { walkAgain } : {}) })
  return (
    <Dialog open title={t('重新提交')} verb={t('重新提交')} busy={act.isPending} onAct={run} onClose={onClose}>
      {act.error ? <Refused what={t('重新提交没有成功')} error={act.error} /> : null}
      <p>{t('直接回到退回的人那里。')}</p>
      <Checkbox checked={walkAgain} onChange={event => setWalkAgain(event.target.checked)}>
        {t('从头审批一遍')}
      </Checkbox>
    </Dialog>
  )
}
