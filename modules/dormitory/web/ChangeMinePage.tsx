import { Button } from 'antd'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { CASE_CHANGES, MyApplication, WithdrawButton } from '#modules/workflow/web/my-applications/MyApplication.tsx'
import { MyApplicationList } from '#modules/workflow/web/my-applications/MyApplicationList.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime } from '#web/records/format.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { answerSwap, cancelChange, myChanges, withdrawChange } from '../model/change/actions.ts'
import { CHANGE_TYPES, changeStates } from '../model/change/states.ts'
import { feeText } from './change/labels.ts'
import './change/change.css'

type Mine = AnswerOf<typeof myChanges>[number]
const CHANGES = [...CASE_CHANGES, 'dormStay']

/** 我的调宿: swap requests received on top, then one's own with progress. */
export default function ChangeMinePage() {
  const { studentId } = useMe().detail
  return studentId ? <Own /> : <Empty title={t('当前账号不是学生，没有自己的调宿')} />
}
function Own() {
  const read = useRead(myChanges, {})
  const [cancelling, setCancelling] = useState<Mine>()
  // requests waiting for the user's answer come first
  const data = read.data?.toSorted((a, b) => Number(b.can.includes('answer')) - Number(a.can.includes('answer')))
  return (
    <MyApplicationList
      title={t('我的调宿')}
      apply={{ path: '/dormitory/change/apply', label: t('申请调宿') }}
      read={{ ...read, data }}
      nothing={t('还没有申请过调宿')}
      over={() =>
        cancelling ? (
          <ActionForm
            of={cancelChange}
            input={{ id: cancelling.id }}
            changes={CHANGES}
            onClose={() => setCancelling(undefined)}
            danger
            note={<p className="ql-help">{t('取消后新床位放出，你仍住原来的床位。')}</p>}
          />
        ) : null
      }
    >
      {(row, { isNamed }) => <ChangeSheet row={row} isNamed={isNamed} onCancel={() => setCancelling(row)} />}
    </MyApplicationList>
  )
}
/** Status sentence. */
function standing(row: Mine): string {
  if (row.can.includes('answer')) return t('{{name}}想和你换床位，请在 {{time}} 前答复；拒绝不用说明原因。', { name: row.other, time: formatDatetime(row.peerUntil ?? '') })
  if (row.state === 'waitingPeer') return t('等{{name}}确认，{{time}} 前没有确认就失效', { name: row.other, time: formatDatetime(row.peerUntil ?? '') })
  if (row.state === 'pending') return row.nextStep ?? t('等待审批')
  if (row.state === 'returned') return t('被退回，请修改后重新提交')
  if (row.state === 'approved') return row.problem ?? t('{{date}} 搬到新床位', { date: formatDate(row.effectiveDate) })
  if (row.state === 'executed' && row.executedAt) return t('{{time}} 已调宿', { time: formatDatetime(row.executedAt) })
  return row.endNote ?? ''
}
function ChangeSheet({ row, isNamed, onCancel }: { row: Mine; isNamed: boolean; onCancel: () => void }) {
  const can = (verb: Mine['can'][number]): boolean => row.can.includes(verb)
  const isHeld = row.holdUntil && (row.state === 'pending' || row.state === 'returned')
  return (
    <MyApplication
      label={row.changeNo}
      title={row.other ? t('和{{name}}换宿', { name: row.other }) : t(CHANGE_TYPES[row.type])}
      tone={changeStates.tones[row.state]}
      state={t(changeStates.labels[row.state])}
      isNamed={isNamed}
      standing={standing(row)}
      isOverdue={row.state === 'approved' && row.problem !== null}
      edit={can('edit') ? `/dormitory/change/apply?edit=${row.id}` : undefined}
      instanceId={row.instanceId}
      acts={
        <>
          {can('answer') ? <Answers row={row} /> : null}
          {can('cancel') ? <Button onClick={onCancel}>{t('取消调宿')}</Button> : null}
          {can('withdraw') ? <WithdrawButton of={withdrawChange} input={{ id: row.id }} /> : null}
        </>
      }
    >
      <p className="dorm-change-route">
        <span>{row.fromBed}</span>
        <ArrowRight size={16} aria-label={t('调到')} />
        <b>{row.toBed}</b>
      </p>
      <p className="ql-quiet">{[t('{{date}} 生效', { date: formatDate(row.effectiveDate) }), feeText(row.feeDiff)].filter(Boolean).join(' · ')}</p>
      {isHeld ? <p className="ql-quiet">{t('床位为你占到 {{time}}', { time: formatDatetime(row.holdUntil ?? '') })}</p> : null}
    </MyApplication>
  )
}
/** 20-DM2: one press each; the partner is told only of a yes. */
const Answers = ({ row }: { row: Mine }) => (
  <>
    <ActionButton
      of={answerSwap}
      input={{ id: row.id, agrees: true }}
      changes={CHANGES}
      type="primary"
      confirm={t('同意后提交审批，批准后你搬到 {{bed}}。', { bed: row.toBed })}
      done={t('已同意')}
    >
      {t('同意换宿')}
    </ActionButton>
    <ActionButton of={answerSwap} input={{ id: row.id, agrees: false }} confirm={t('拒绝后对方只看到没有确认。')} done={t('已拒绝')}>
      {t('不换')}
    </ActionButton>
  </>
)
