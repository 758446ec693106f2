import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatMoney } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { reissueApplication } from '../../model/application.ts'
import { REASONS } from '../../model/card-kind.ts'
import { PICK_UPS } from '../../model/card-reissue.ts'
import { railStation } from '../../model/dictionaries.ts'

/** What somebody needs who decides: why, how often, what it costs, and of a train card the way and the home. */
export default function CardReissueCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(reissueApplication.card, { id: bizId })
  const items = useDict(railStation)
  return (
    <Card read={read}>
      {card => (
        <Part label={t('补办内容')}>
          <FactList
            facts={[
              [t('证卡'), card.kind],
              [t('补办原因'), t(REASONS[card.reason])],
              [t('遗失'), card.lostOn ? [formatDate(card.lostOn), card.lostPlace].filter(Boolean).join(' ') : null],
              [t('原卡号'), card.oldCardNo],
              [t('优惠区间'), card.homeStation ? [card.homeStation, card.schoolStation].map(s => dictLabel(items, s ?? '')).join('—') : null],
              [t('家庭所在地'), card.homeStation ? card.homeCantonName : null],
              [t('证明'), card.homeProof?.length ? <FileLinks key="proof" ids={card.homeProof.flatMap(f => f ?? [])} label={t('证明')} /> : null],
              [t('本学年'), t('第 {{n}} 次，每学年 {{most}} 次', { n: card.times, most: card.mostTimes })],
              [t('工本费'), card.fee ? formatMoney(card.fee) : t('免费')],
              [t('领取方式'), t(PICK_UPS[card.pickUp])],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
