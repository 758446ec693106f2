import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { CLUB_KINDS, JOIN_WAYS } from '../../model/club.ts'
import { foundingCard } from '../../model/founding.ts'

/** What the office needs to decide: what club, by whom, with how many behind it. */
export default function AlumniClubFoundingCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(foundingCard, { id: bizId })
  return (
    <Card read={read}>
      {card => (
        <Part label={t('校友会')}>
          <FactList
            facts={[
              [t('名称'), card.name],
              [t('类别'), [t(CLUB_KINDS[card.kind]), card.cantonName ?? card.departmentName].filter(Boolean).join(' · ')],
              [t('介绍'), card.intro],
              [t('加入方式'), t(JOIN_WAYS[card.joinWay])],
              [t('发起人'), card.proposer],
              [t('已同意'), t('{{n}} / {{needed}} 人已同意', { n: card.agreed, needed: card.needed })],
              [t('共同发起人'), card.founders.filter(Boolean).join('、')],
            ]}
          />
        </Part>
      )}
    </Card>
  )
}
