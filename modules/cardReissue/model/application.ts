import { bool, choice, integer, list, money, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { ownApplication } from '#modules/workflow/applications/model/application.ts'
import { cardKind, REASONS } from './card-kind.ts'
import { asked, cardReissue, cardStates } from './card-reissue.ts'

const need = { required: true } as const
const { pickUpPlace, pickUpHours, name } = cardKind.fields
const own = ownApplication(cardReissue, { form: asked })
const kind = shape('证卡', {
  id: text('编号', { ...need, max: 36 }),
  name,
  isTrain: bool('火车票优惠卡', need),
  needsOldCard: bool('交回旧卡', need),
  freeReasons: list('免费的原因', choice('原因', REASONS, need)),
  /** Of the last card of the kind. */
  oldCardNo: asked.oldCardNo,
  homeStation: asked.homeStation,
  schoolStation: asked.schoolStation,
})
const train = shape('火车票优惠', {
  trips: integer('单程次数', need),
  from: text('优惠年度起', { ...need, max: 10 }),
  to: text('优惠年度止', { ...need, max: 10 }),
  needsCard: bool('购票须持优惠卡', need),
})
const times = integer('本学年第几次', need)
const mostTimes = integer('每学年次数', need)
/** Columns an approver sees. */
export const shown = {
  ...asked,
  fee: cardReissue.fields.fee,
  state: cardReissue.fields.state,
  cardState: cardStates.field('进度', { required: false }),
}
export const reissueApplication = {
  apply: own.apply('申请补办'),
  resubmit: own.resubmit(),
  withdraw: own.withdraw(),
  begin: own.begin({ kinds: list('证卡', kind, need), train }),
  preview: own.preview(
    {
      kindId: asked.kindId,
      reason: asked.reason,
      lostOn: asked.lostOn,
      homeStation: asked.homeStation,
      schoolStation: asked.schoolStation,
      hasProof: bool('有证明', need),
    },
    { fee: money('工本费', need), times, mostTimes },
  ),
  mine: own.mine(['cardState', 'fee', 'feeState', 'newCardNo', 'payBy', 'approvedAt', 'readyAt', 'collectedAt'], {
    also: { kind: name, pickUpPlace, pickUpHours, handsInOld: bool('交回旧卡', need), code: text('领取码', { max: 60 }) },
    verbs: { found: '卡找到了' },
  }),
  card: own.card({ ...shown, kind: name, name: student.fields.name, homeCantonName: student.fields.homeCantonName, times, mostTimes }),
}
