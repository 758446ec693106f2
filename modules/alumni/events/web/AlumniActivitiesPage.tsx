import { Link } from 'react-router'
import { codeAddress } from '#model/scanned-code.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { formatDate, formatDatetime, formatMoney } from '#web/values/format.ts'
import { LedClubs } from '../../clubs/web/public/LedClubs.tsx'
import { enrolmentStates } from '../model/activity.ts'
import { cancelEnrolment, enrolInActivity, myActivities, postActivity } from '../model/activity-actions.ts'
import { ACTIVITY_CHANGES } from './labels.ts'
import { refundText } from './refund.ts'

type Activity = NonNullable<AnswerOf<typeof myActivities>['activities'][number]>
const CHECK_IN = '/alumni/activities/checkin'
/** 校友活动: what is to come, and what I have enrolled in. */
export default function AlumniActivitiesPage() {
  const read = useRead(myActivities, {})
  return (
    <Page title={t('校友活动#many')} width="form">
      <Stack>
        <LedClubs>
          {({ id, name }) => (
            <FormButton of={postActivity} input={{ clubId: id }} size={720} changes={ACTIVITY_CHANGES} note={t('发布后“{{name}}”的会员都能报名，不能修改。', { name })}>
              {t('给“{{name}}”发活动', { name })}
            </FormButton>
          )}
        </LedClubs>
        <Loaded of={read} lines={8}>
          {({ activities }) => <Stack>{activities.length ? activities.map(a => a && <OneActivity key={a.id} of={a} />) : <Empty title={t('现在没有校友活动')} />}</Stack>}
        </Loaded>
      </Stack>
    </Page>
  )
}
function OneActivity({ of }: { of: Activity }) {
  const { title, from, to, place, club, state, mine, placesLeft, waiting, enrolTo, isOpen } = of
  const isOff = state === 'cancelled'
  return (
    <Sheet
      title={title}
      note={[`${formatDatetime(from)} – ${formatDatetime(to)}`, place, club].filter(Boolean).join(' · ')}
      actions={isOff ? <State tone="over">{t('已取消')}</State> : mine ? <StateTag of={enrolmentStates} state={mine} /> : null}
    >
      {of.content ? <RichText html={of.content} /> : null}
      {isOff ? (
        <p>{t('取消原因：{{reason}}', { reason: of.cancelReason ?? '' })}</p>
      ) : (
        <>
          <p className="ql-quiet">
            {[t('{{until}} 前报名', { until: formatDatetime(enrolTo) }), t('还有 {{n}} 个名额', { n: placesLeft }), waiting ? t('{{n}} 人候补', { n: waiting }) : null]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="ql-quiet">{refundText(of.fee, of.refundUntil, of.refundPercent)}</p>
          {mine && mine !== 'cancelled' ? <Own of={of} /> : isOpen ? <Enrol of={of} /> : null}
        </>
      )}
      {of.mayRun && !isOff ? <Link to={CHECK_IN}>{t('现场签到')}</Link> : null}
    </Sheet>
  )
}
const Enrol = ({ of: { id, placesLeft, companions, hasPass, fee, refundUntil, refundPercent } }: { of: Activity }) => (
  <Row>
    <FormButton
      of={enrolInActivity}
      input={{ activityId: id }}
      type="primary"
      changes={ACTIVITY_CHANGES}
      note={refundText(fee, refundUntil, refundPercent)}
      layout={[
        { field: 'companions', when: () => companions > 0 },
        { field: 'plate', when: () => hasPass },
      ]}
    >
      {placesLeft > 0 ? t('报名') : t('候补报名')}
    </FormButton>
  </Row>
)
function Own({ of }: { of: Activity }) {
  const { enrolmentId, mine, position, due, payBy, isPaid, code } = of
  const isLate = of.refundUntil !== null && Date.now() > Date.parse(of.refundUntil)
  const isKept = Boolean(of.fee && due && isPaid && isLate)
  return (
    <Stack>
      {position ? <p>{t('候补第 {{n}} 位', { n: position })}</p> : null}
      {of.with ? <p>{t('同行 {{n}} 人', { n: of.with })}</p> : null}
      {of.plate ? <p>{t('车牌 {{plate}}', { plate: of.plate })}</p> : null}
      {due && !isPaid ? (
        <p>
          {t('请在 {{by}} 前缴 {{amount}}，过期不保留名额。', { by: payBy ? formatDate(payBy) : '', amount: formatMoney(due) })} <Link to="/fee/mine">{t('去缴费')}</Link>
        </p>
      ) : null}
      {code && mine === 'enrolled' ? <QrCode text={codeAddress(globalThis.location.origin, CHECK_IN, code)} size={160} label={t('到场时出示，签到码 {{code}}', { code })} /> : null}
      {enrolmentId && (mine === 'enrolled' || mine === 'waitlist') ? (
        <Row>
          <ActionButton
            of={cancelEnrolment}
            input={{ id: enrolmentId }}
            danger
            changes={ACTIVITY_CHANGES}
            confirm={isKept ? t('取消后退 {{percent}}%，名额让给候补的人。', { percent: of.refundPercent }) : t('取消后名额让给候补的人，已缴的费用全额退。')}
          />
        </Row>
      ) : null}
    </Stack>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('报名参加校友活动，带人、缴费、签到都在这里。'),
  who: t('校友。有的活动只给校友会的会员。'),
  first: t('先看退费的规定，再报名；满了可以候补，有人取消会按顺序递补并通知你。'),
})
