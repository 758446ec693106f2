import { ArrowRight } from 'lucide-react'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { CASE_CHANGES, MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { answerSwap } from '../model/actions.ts'
import { changeApplication } from '../model/application.ts'
import { CHANGE_TYPES, changeStates } from '../model/states.ts'
import style from './change.module.css'
import { feeText } from './labels.ts'

type Mine = MineOf<typeof changeApplication>
const CHANGES = [...CASE_CHANGES, 'dormStay']
const APPLY = '/dormitory/change/apply'

/** 我的调宿: swap requests received on top, then one's own with progress. */
export default function ChangeMinePage() {
  return (
    <MyApplicationsPage
      of={changeApplication}
      title={t('我的调宿')}
      apply={{ path: APPLY, label: t('申请调宿') }}
      onlyStudents={t('当前账号不是学生，没有自己的调宿')}
      nothing={t('还没有申请过调宿')}
      sort={(a, b) => Number(b.can.includes('answer')) - Number(a.can.includes('answer'))}
    >
      {(row, at) => <ChangeSheet row={row} at={at} />}
    </MyApplicationsPage>
  )
}
/** Status sentence. */
function standing(row: Mine): string {
  if (row.can.includes('answer')) return t('{{name}}想和你换床位，请在 {{time}} 前答复；拒绝不用说明原因。', { name: row.other, time: formatDatetime(row.peerUntil ?? '') })
  if (row.state === 'waitingPeer') return t('等{{name}}确认，{{time}} 前没有确认就失效', { name: row.other, time: formatDatetime(row.peerUntil ?? '') })
  if (row.state === 'approved') return row.problem ?? t('{{date}} 搬到新床位', { date: formatDate(row.effectiveDate) })
  if (row.state === 'executed' && row.executedAt) return t('{{time}} 已调宿', { time: formatDatetime(row.executedAt) })
  return row.endNote ?? ''
}
function ChangeSheet({ row, at }: { row: Mine; at: { isNamed: boolean } }) {
  const isHeld = row.holdUntil && (row.state === 'pending' || row.state === 'returned')
  return (
    <MyApplication
      of={changeApplication}
      row={row}
      at={at}
      label={row.changeNo}
      title={row.other ? t('和{{name}}换宿', { name: row.other }) : t(CHANGE_TYPES[row.type])}
      states={changeStates}
      standing={standing(row)}
      isOverdue={row.state === 'approved' && row.problem !== null}
      apply={APPLY}
      cancel={{ label: t('取消调宿'), note: t('取消后新床位放出，你仍住原来的床位。') }}
      changes={CHANGES}
      acts={row.can.includes('answer') ? <Answers row={row} /> : null}
    >
      <p className={style.route}>
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
