import { Link } from 'react-router'
import type { MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { MyApplicationsPage } from '#modules/workflow/applications/web/public/MyApplicationsPage.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { found } from '../model/actions.ts'
import { reissueApplication } from '../model/application.ts'
import { REASONS } from '../model/card-kind.ts'
import { cardStates, FEE_STATES, PICK_UPS, reissueStates } from '../model/card-reissue.ts'
import style from './card.module.css'

const APPLY = '/cardReissue/apply'
type Mine = MineOf<typeof reissueApplication>
/** 我的补办: where a card is, what is to be paid, and the code to collect it with. */
export default function MinePage() {
  return (
    <MyApplicationsPage
      of={reissueApplication}
      title={t('我的补办')}
      apply={{ path: APPLY, label: t('申请补办') }}
      onlyStudents={t('当前账号不是学生，没有自己的补办')}
      nothing={t('还没有补办过证卡')}
    >
      {(row, at) => (
        <MyApplication
          of={reissueApplication}
          row={row}
          at={at}
          label={row.kind}
          title={row.kind}
          states={reissueStates}
          apply={APPLY}
          acts={
            row.can.includes('found') ? (
              <ActionButton of={found} input={{ id: row.id }} confirm={t('补办会取消，已缴的工本费退到你的余额。已作废的旧卡要到窗口恢复。')} done={t('已取消补办')} />
            ) : null
          }
        >
          <Progress of={row} />
        </MyApplication>
      )}
    </MyApplicationsPage>
  )
}
function Progress({ of: row }: { of: Mine }) {
  return (
    <>
      <p>{[t(REASONS[row.reason]), row.fee ? t('工本费 {{amount}}', { amount: formatMoney(row.fee) }) : '', t(FEE_STATES[row.feeState])].filter(Boolean).join(' · ')}</p>
      {row.cardState ? (
        <Row gap={2}>
          <StateTag of={cardStates} state={row.cardState} />
          <span>{sentence(row)}</span>
          {row.cardState === 'unpaid' ? <Link to="/fee/mine">{t('去缴费')}</Link> : null}
        </Row>
      ) : null}
      {row.code && row.pickUp === 'window' ? (
        <div className={style.code}>
          <QrCode text={row.code} size={180} label={t('领取码')} />
          <span className="ql-quiet">{t('领取时出示给老师扫')}</span>
        </div>
      ) : null}
    </>
  )
}
function sentence(row: Mine): string {
  switch (row.cardState) {
    case 'unpaid':
      return t('请在 {{date}} 前缴费', { date: formatDate(row.payBy ?? '') })
    case 'queued':
      return t('等下一批制证')
    case 'ready':
      return [
        row.pickUp === 'window' ? t('{{hours}} 到 {{place}} 领取', { hours: row.pickUpHours, place: row.pickUpPlace }) : t(PICK_UPS.fdy),
        row.handsInOld ? t('请带上旧卡') : '',
      ]
        .filter(Boolean)
        .join(t('，'))
    case 'collected':
      return [row.newCardNo, formatDatetime(row.collectedAt ?? '')].filter(Boolean).join(' · ')
    default:
      return ''
  }
}
export const about: PageFile['about'] = () => ({
  use: t('补办的学生证、校园卡、火车票优惠卡现在到了哪一步。'),
  who: t('只有你自己和负责你的老师看得到。'),
  first: t('点“申请补办”；制好后凭领取码领取。'),
})
