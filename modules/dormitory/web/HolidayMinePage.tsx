import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/records/format.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useMe } from '#web/session/useCan.ts'
import { myLeaving, myStays, withdrawStay } from '../model/holiday/actions.ts'
import { holidayStayStates, LODGINGS } from '../model/holiday/holiday-stay.ts'
import { LeavingCard } from './holiday/LeavingCard.tsx'
import { StayForm } from './holiday/StayForm.tsx'
import './dormitory-stay.css'

type Mine = AnswerOf<typeof myStays>[number]

/** 我的离校留校: departure with safety report, and applications to stay. */
export default function HolidayMinePage() {
  const { studentId } = useMe().detail
  return studentId ? <Own /> : <Empty title={t('当前账号不是学生，没有自己的离校留校')} />
}
function Own() {
  const [params, , put] = useOwnParams()
  const leaving = useRead(myLeaving, {})
  const stays = useRead(myStays, {})
  const failed = leaving.error && !leaving.data ? leaving : stays.error && !stays.data ? stays : undefined
  if (failed) return <LoadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
  if (!leaving.data || !stays.data) return <Bars lines={8} />
  const apply = params.get('apply')
  return (
    <div className="dorm-narrow">
      <header className="dorm-head">
        <h1>{t('我的离校留校')}</h1>
        <Link to="/outing/mine?tab=holiday">{t('登记去向')}</Link>
      </header>
      {leaving.data.length || stays.data.length ? null : <Empty title={t('现在没有要离校或留校的假期')} />}
      {leaving.data.map(of => (
        <LeavingCard key={of.planId} of={of} door={params.get('door')} onDone={() => put({ door: undefined })} />
      ))}
      {stays.data.map(of => (
        <StayCard key={of.id} of={of} isNamed={params.get('id') === of.id} />
      ))}
      {apply ? <StayForm planId={apply} onClose={() => put({ apply: undefined })} /> : null}
    </div>
  )
}
function StayCard({ of, isNamed }: { of: Mine; isNamed: boolean }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <section className="ql-sheet dorm-card" aria-label={t('{{name}}留校', { name: of.planName })} aria-current={isNamed || undefined}>
      <header className="dorm-head">
        <h2>{t('{{name}}留校', { name: of.planName })}</h2>
        <StateTag of={holidayStayStates} state={of.state} />
      </header>
      <p>
        {t('{{from}} 至 {{to}}', { from: formatDate(of.from), to: formatDate(of.to) })} · {t(LODGINGS[of.lodging])}
      </p>
      {of.centralBed ? <p>{t('集中住宿：{{bed}}', { bed: of.centralBed })}</p> : null}
      {of.dutyTeacher ? (
        <p className="ql-quiet">
          {t('责任教师 {{name}}', { name: of.dutyTeacher })} {of.dutyPhone ? <a href={`tel:${of.dutyPhone}`}>{of.dutyPhone}</a> : null}
        </p>
      ) : null}
      {of.nextStep ? <p className="ql-quiet">{of.nextStep}</p> : null}
      {of.revokeReason ? <p className="dorm-late">{t('已收回：{{reason}}', { reason: of.revokeReason })}</p> : null}
      {of.can.length ? (
        <footer className="ql-acts">
          {of.can.includes('edit') ? (
            <Button type="primary" onClick={() => setEditing(true)}>
              {t('修改后提交')}
            </Button>
          ) : null}
          {of.can.includes('withdraw') ? (
            <ActionButton of={withdrawStay} input={{ id: of.id }} confirm={t('撤回后须重新登记去向。')} done={t('已撤回')} changes={['holidayDeparture']} />
          ) : null}
        </footer>
      ) : null}
      {isEditing ? <StayForm planId={of.planId} row={of} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}
