import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatDate, formatDatetime, formatNumber } from '#web/values/format.ts'
import { askColleges, closePlan, commitPlan, confirmPart, openWishes, publishPlan, simulate, undoPlan } from '../model/actions.ts'
import { type Card, isOpenPlan, type RunRow } from './labels.ts'
import style from './presort.module.css'

interface NextProps {
  plan: Card
  run: RunRow | undefined
  isBusy: boolean
}
const ALL = ['presortPlan', 'presortRun', 'presortLine', 'dormStay'] as const
/** State of a plan in one sentence, and the next step. */
export function Next({ plan, run, isBusy }: NextProps) {
  const [open, setOpen] = useState<'commit' | 'wishes'>()
  const mayCommit = useCan(commitPlan.permission)
  const close = () => setOpen(undefined)
  const isOpen = isOpenPlan(plan.state)
  return (
    <Sheet label={t('下一步')} className={style.next}>
      <div>
        <div role="status">
          {sentences(plan, run).map(text => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {isOpen && run && plan.parts.length ? <Parts plan={plan} /> : null}
      </div>
      <Row>
        {plan.isOwn && isOpen ? (
          <>
            <ActionButton of={simulate} input={{ id: plan.id }} changes={ALL} type={run ? 'default' : 'primary'} disabled={isBusy} done={t('已开始模拟')}>
              {run ? t('再模拟一次') : t('模拟')}
            </ActionButton>
            {plan.mode === 'toStudent' ? <Button onClick={() => setOpen('wishes')}>{t('收集意愿')}</Button> : null}
            {run && plan.needsColleges && plan.mode === 'toStudent' && plan.parts.some(p => p && !p.confirmedAt) ? (
              <ActionButton of={askColleges} input={{ id: run.id }} confirm={t('通知还没有确认的学院查看自己的学生。')} done={t('已通知学院')}>
                {t('请学院确认')}
              </ActionButton>
            ) : null}
            {run && mayCommit && plan.state === 'simulated' ? (
              <Button type="primary" disabled={isBusy} onClick={() => setOpen('commit')}>
                {t('提交第 {{n}} 次模拟', { n: run.runNo })}
              </Button>
            ) : null}
          </>
        ) : null}
        {!plan.isOwn && isOpen && run && plan.parts.length ? (
          <ActionButton
            of={confirmPart}
            input={{ runId: run.id }}
            changes={ALL}
            type="primary"
            confirm={t('确认第 {{n}} 次模拟里本学院 {{count}} 名学生的床位。', { n: run.runNo, count: plan.parts.reduce((sum, p) => sum + (p?.students ?? 0), 0) })}
            done={t('已确认')}
          >
            {t('确认本学院的分配')}
          </ActionButton>
        ) : null}
        {plan.isOwn && plan.state === 'committed' ? (
          <>
            <ActionButton
              of={undoPlan}
              input={{ id: plan.id }}
              changes={ALL}
              danger
              confirm={t('收回这个方案安排的全部 {{n}} 张床位，学生还没有收到通知。', { n: formatNumber(plan.placedCount ?? 0) })}
              done={t('已撤销')}
            >
              {t('撤销提交')}
            </ActionButton>
            <ActionButton
              of={publishPlan}
              input={{ id: plan.id }}
              changes={ALL}
              type="primary"
              confirm={t('发布后学生收到通知，看到自己的床位和理由，不能再整批撤销。')}
              done={t('已发布')}
            >
              {t('发布结果')}
            </ActionButton>
          </>
        ) : null}
        {plan.isOwn && plan.state === 'published' ? (
          <ActionButton of={closePlan} input={{ id: plan.id }} changes={ALL} confirm={t('结束后，这些房间可以由别的方案分配；已安排的床位不变。')}>
            {t('结束方案')}
          </ActionButton>
        ) : null}
      </Row>
      {open === 'commit' && run ? <Commit plan={plan} run={run} onClose={close} /> : null}
      {open === 'wishes' ? (
        <ActionForm
          of={openWishes}
          input={{ id: plan.id }}
          changes={ALL}
          onClose={close}
          note={<p className="ql-help">{t('范围内 {{n}} 名学生会收到通知，截止当天仍可填写。', { n: formatNumber(plan.people) })}</p>}
        />
      ) : null}
    </Sheet>
  )
}
/** Past steps, and wishes submitted. */
function sentences(plan: Card, run: RunRow | undefined): string[] {
  if (plan.state === 'committed')
    return [t('已安排 {{n}} 人，学生还不知道；{{time}} 前可以整批撤销。', { n: formatNumber(plan.placedCount ?? 0), time: formatDatetime(plan.undoUntil ?? '') })]
  if (plan.state === 'published') return [t('已发布，{{n}} 人看到自己的床位，{{in}} 人已入住。', { n: formatNumber(plan.placedCount ?? 0), in: formatNumber(plan.checkedIn) })]
  if (plan.state === 'closed') return [t('已结束，共安排 {{n}} 人。', { n: formatNumber(plan.placedCount ?? 0) })]
  return plan.mode === 'toStudent' ? [outcome(run), wished(plan)] : [outcome(run)]
}
function outcome(run: RunRow | undefined): string {
  if (!run?.measures) return t('还没有模拟结果。')
  const { placed, students, unplaced } = run.measures
  const no = run.runNo
  return unplaced
    ? t('第 {{no}} 次模拟安排 {{placed}}/{{students}} 人，{{left}} 人没有床位', {
        no,
        placed: formatNumber(placed),
        students: formatNumber(students),
        left: formatNumber(unplaced),
      })
    : t('第 {{no}} 次模拟安排了全部 {{students}} 人', { no, students: formatNumber(students) })
}
function wished(plan: Card): string {
  const said = { said: formatNumber(plan.wishes), people: formatNumber(plan.people) }
  return plan.wishUntil ? t('{{said}}/{{people}} 人填了意愿，{{date}} 截止', { ...said, date: formatDate(plan.wishUntil) }) : t('{{said}}/{{people}} 人填了意愿', said)
}
const Parts = ({ plan }: { plan: Card }) => (
  <ul className={style.parts} aria-label={t('学院确认')}>
    {plan.parts.map(p => (
      <li key={p.departmentId} className={p.confirmedAt ? style.confirmed : ''}>
        {p.label} <span>{p.confirmedAt ? t('已确认') : t('未确认')}</span>
      </li>
    ))}
  </ul>
)
/** 20-DP8: all or nothing by default; conflicts are listed in the dialog. */
function Commit({ plan, run, onClose }: { plan: Card; run: RunRow; onClose: () => void }) {
  const [conflictFree, setConflictFree] = useState(false)
  const [withoutColleges, setWithout] = useState(false)
  const commit = useAct(commitPlan, { changes: ALL, onDone: onClose, done: t('已提交') })
  const isOpen = plan.needsColleges && plan.mode === 'toStudent' && plan.parts.some(p => p && !p.confirmedAt)
  return (
    <Dialog
      open
      title={t('提交第 {{n}} 次模拟', { n: run.runNo })}
      verb={t('提交')}
      busy={commit.isPending}
      onAct={() => commit.mutate({ id: plan.id, runId: run.id, conflictFree, withoutColleges })}
      onClose={onClose}
    >
      {commit.error ? <Refused what={t('没有提交')} error={commit.error} /> : null}
      <p>
        {plan.mode === 'toStudent'
          ? t('为 {{n}} 人预留床位，逐条重新检查；发布前学生看不到。', { n: formatNumber(run.measures?.placed ?? 0) })
          : t('把 {{n}} 个房间授予学院或班级，选床位轮次可以采用。', { n: formatNumber(run.measures?.rooms ?? 0) })}
      </p>
      {plan.mode === 'toStudent' ? (
        <Checkbox checked={conflictFree} onChange={e => setConflictFree(e.target.checked)}>
          {t('有冲突的跳过，只提交没有冲突的')}
        </Checkbox>
      ) : null}
      {isOpen ? (
        <Checkbox checked={withoutColleges} onChange={e => setWithout(e.target.checked)}>
          {t('不等学院确认')}
        </Checkbox>
      ) : null}
    </Dialog>
  )
}
