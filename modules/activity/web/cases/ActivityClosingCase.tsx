import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatMoney } from '#web/values/format.ts'
import { closingCard } from '../../model/closing.ts'
import { CostLines, Overruns } from '../money/CostLines.tsx'
import { ClosingReport } from '../report/ClosingReport.tsx'

/** What somebody needs who decides: what was planned, what was spent, on which vouchers. */
export default function ActivityClosingCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(closingCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('经费结清')}>
            <FactList
              facts={[
                [t('活动'), [card.organiser, card.title].filter(Boolean).join(' · ')],
                [t('预算'), formatMoney(card.planned)],
                [t('支出'), formatMoney(card.spent)],
                [t('人均'), card.perPresent === null ? null : t('{{each}}，{{n}} 人到场', { each: formatMoney(card.perPresent), n: card.present ?? 0 })],
                [t('说明'), card.note],
              ]}
            />
            <Overruns purses={card.purses} percent={card.percent} />
          </Part>
          <Part label={t('结项数据')}>
            <ClosingReport of={card.figures} />
          </Part>
          <Part label={t('预算和支出')}>
            <CostLines
              lines={card.lines}
              planned={card.planned}
              spent={card.spent}
              costs={l => {
                const ids = l.costs.flatMap(c => c?.vouchers ?? []).flatMap(v => v ?? [])
                return ids.length ? <FileLinks ids={ids} label={t('凭证材料')} /> : null
              }}
            />
          </Part>
        </>
      )}
    </Card>
  )
}
