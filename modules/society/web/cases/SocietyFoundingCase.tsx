import { Card, FactList, Part } from '#modules/workflow/cases/web/public/approval-card/Card.tsx'
import { FileLinks } from '#web/files/FileLinks.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { societyCategory } from '../../model/dictionaries.ts'
import { foundingCard } from '../../model/founding.ts'
import { JOIN_WAYS, LEVELS } from '../../model/society.ts'

/** What somebody needs who decides: what for, by whom, under which charter, and whether there is one like it. */
export default function SocietyFoundingCase({ bizId }: { bizId: string; caseId: string; isApprover: boolean }) {
  const read = useRead(foundingCard, { id: bizId })
  const categories = useDict(societyCategory)
  return (
    <Card read={read}>
      {card => (
        <>
          <Part label={t('社团')}>
            <FactList
              facts={[
                [t('名称'), [card.name, card.nameEn].filter(Boolean).join(' ')],
                [t('类别'), [dictLabel(categories, card.category), t(LEVELS[card.level])].join(' · ')],
                [t('宗旨'), card.purpose],
                [t('活动时间和地点'), card.meets],
                [t('加入方式'), t(JOIN_WAYS[card.joinWay])],
                [t('业务指导单位'), card.unit],
                [t('指导教师'), card.advisor],
                [t('章程'), <FileLinks key="charter" ids={(card.charter ?? []).flatMap(f => f ?? [])} label={t('章程')} />],
                [t('名称相近的社团'), card.similar.join('、') || t('没有')],
              ]}
            />
          </Part>
          <Part label={t('社团发起人')}>
            <FactList
              facts={[
                [t('负责人'), card.applicant],
                [t('学业排名前（%）'), card.rankShare === null ? t('没有排名，由学院确认') : `${card.rankShare}%`],
                [t('已同意'), t('{{n}} / {{needed}} 人已同意', { n: card.confirmed, needed: card.needed })],
                [t('名单'), card.founders.flatMap(f => (f ? [[f.name, f.className].filter(Boolean).join(' ')] : [])).join('、')],
              ]}
            />
          </Part>
        </>
      )}
    </Card>
  )
}
