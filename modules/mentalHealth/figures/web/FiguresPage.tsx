import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence } from '#web/statistics/Statistics.tsx'
import { MISSING } from '#web/values/format.ts'
import { centreFigures } from '../model/figures.ts'

export const about: PageFile['about'] = () => ({
  use: t('心理工作的总体情况：普查答复和约谈、预约等几天、在关注多少、人手够不够。'),
  who: t('只有心理中心看得到；人数太少的不单独统计，看不出是谁。'),
  first: t('达到界值只是建议约谈，不是诊断；先看约谈得慢的。'),
})
/** 心理统计 */
export default function FiguresPage() {
  const read = useRead(centreFigures, {})
  return (
    <Page title={t('心理统计')}>
      <Loaded of={read}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名在籍学生，{{staff}} 名心理老师；按 4000 人配 1 名、不少于 2 名，还缺 {{shortage}} 名。', {
                ...{ students: data.students, staff: data.staff, shortage: data.shortage },
              })}
            </Sentence>
            <Figures label={t('心理统计')}>
              <Figure label={t('心理老师')} value={data.staff} />
              <Figure label={t('还缺')} value={data.shortage} />
              <Figure
                label={typeof data.waitingDays === 'number' ? t('预约平均等几天') : t('预约平均等几天（不到 {{n}} 人不算）', { n: data.least })}
                value={data.waitingDays ?? MISSING}
              />
            </Figures>
            <ListSheet
              of={centreFigures.output.screenings}
              rows={data.screenings.flatMap(s => s ?? [])}
              columns={['label', 'asked', 'answered', 'positiveShare', 'contactedShare', 'contactDays']}
            />
            {data.latest ? <Sentence>{t('“{{name}}”各学院，不到 {{n}} 人的并入其他。', { name: data.latest, n: data.least })}</Sentence> : null}
            <ListSheet
              of={centreFigures.output.colleges}
              rows={data.colleges.flatMap(c => c ?? [])}
              columns={['label', 'answered', 'positiveShare', 'contactedShare', 'contactDays']}
            />
            <Parts>
              <Ranking title={t('在关注')} label={t('各级在关注的个案')} groups={data.openByLevel.flatMap(g => g ?? [])} of={g => g.cases} />
            </Parts>
          </>
        )}
      </Loaded>
    </Page>
  )
}
