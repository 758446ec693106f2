import { useState } from 'react'
import { Link } from 'react-router'
import { CASE_CHANGES, MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { Bars, Empty, LoadFailed } from '#web/feedback/Empty.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate } from '#web/values/format.ts'
import style from '../../stays/web/public/dormitory-stay.module.css'
import { myLeaving } from '../model/actions.ts'
import { stayApplication } from '../model/application.ts'
import { holidayStayStates, LODGINGS } from '../model/holiday-stay.ts'
import { LeavingCard } from './LeavingCard.tsx'
import { StayForm } from './StayForm.tsx'

const CHANGES = [...CASE_CHANGES, 'holidayDeparture']
type Mine = AnswerOf<typeof stayApplication.mine>[number]

/** 我的离校留校: departure with safety report, and applications to stay. */
export default function HolidayMinePage() {
  return (
    <StudentsOnly title={t('我的离校留校')} otherwise={t('当前账号不是学生，没有自己的离校留校')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const [params, , put] = useOwnParams()
  const leaving = useRead(myLeaving, {})
  const stays = useRead(stayApplication.mine, {})
  const failed = leaving.error && !leaving.data ? leaving : stays.error && !stays.data ? stays : undefined
  if (failed) return <LoadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
  if (!leaving.data || !stays.data) return <Bars lines={8} />
  const apply = params.get('apply')
  return (
    <Page title={t('我的离校留校')} actions={<Link to="/outing/mine?tab=holiday">{t('登记去向')}</Link>} width="form">
      {leaving.data.length || stays.data.length ? null : <Empty title={t('现在没有要离校或留校的假期')} />}
      {leaving.data.map(of => (
        <LeavingCard key={of.planId} of={of} door={params.get('door')} onDone={() => put({ door: undefined })} />
      ))}
      {stays.data.map(of => (
        <StayCard key={of.id} of={of} isNamed={params.get('id') === of.id} />
      ))}
      {apply ? <StayForm planId={apply} onClose={() => put({ apply: undefined })} /> : null}
    </Page>
  )
}
function StayCard({ of, isNamed }: { of: Mine; isNamed: boolean }) {
  const [isEditing, setEditing] = useState(false)
  const name = t('{{name}}留校', { name: of.planName })
  return (
    <>
      <MyApplication
        of={stayApplication}
        row={of}
        at={{ isNamed }}
        label={name}
        title={name}
        states={holidayStayStates}
        apply={() => setEditing(true)}
        withdrawNote={t('撤回后须重新登记去向。')}
        changes={CHANGES}
      >
        <p>
          {t('{{from}} 至 {{to}}', { from: formatDate(of.from), to: formatDate(of.to) })} · {t(LODGINGS[of.lodging])}
        </p>
        {of.centralBed ? <p>{t('集中住宿：{{bed}}', { bed: of.centralBed })}</p> : null}
        {of.dutyTeacher ? (
          <p className="ql-quiet">
            {t('责任教师 {{name}}', { name: of.dutyTeacher })} {of.dutyPhone ? <a href={`tel:${of.dutyPhone}`}>{of.dutyPhone}</a> : null}
          </p>
        ) : null}
        {of.revokeReason ? <p className={style.late}>{t('已收回：{{reason}}', { reason: of.revokeReason })}</p> : null}
      </MyApplication>
      {isEditing ? <StayForm planId={of.planId} row={of} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
