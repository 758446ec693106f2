import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { certStatistics } from '../model/statistics.ts'

type Answer = AnswerOf<typeof certStatistics>
const percent = (value: number | null): string => (value === null ? '—' : `${value}%`)
/** 技能证书 → 证书统计: the rate of holders, that of double certificates, levels, and who has none. */
export default function StatisticsPage() {
  return (
    <Page title={t('证书统计')}>
      <Statistics of={certStatistics} days={365} empty={data => (data.students ? undefined : t('没有在籍学生'))}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名在籍学生中 {{holders}} 人持证，获证率 {{rate}}。', { students: data.students, holders: data.holders, rate: percent(data.rate) })}
            </Sentence>
            <Figures label={t('证书统计')}>
              <Figure label={t('在籍学生')} value={data.students} />
              <Figure label={t('持证学生')} value={data.holders} />
              <Figure label={t('获证率')} value={percent(data.rate)} />
              <Figure label={t('毕业生')} value={data.graduates} />
              <Figure label={t('双证率')} value={percent(data.doubleRate)} />
            </Figures>
            <Parts>
              <Ranking
                title={t('各专业持证学生')}
                label={t('各专业持证学生')}
                groups={data.byMajor}
                of={g => g.holders}
                to={g => `/certificate/certs?view=verified&majorId=${g.key}`}
              />
              <Ranking
                title={t('各年级持证学生')}
                label={t('各年级持证学生')}
                groups={data.byGrade}
                of={g => g.holders}
                to={g => `/certificate/certs?view=verified&grade=${g.key}`}
              />
            </Parts>
            <Rates of={data.byMajor} />
            <Levels of={data.levels} />
            <Without of={data.without} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
const Rates = ({ of }: { of: Answer['byMajor'] }) => (
  <Sheet title={t('各专业获证率和双证率')}>
    <PlainTable
      label={t('各专业获证率和双证率')}
      rows={of}
      keyOf={g => g?.key ?? ''}
      empty={t('没有在籍学生')}
      columns={[
        [t('专业'), g => g?.label, { isHead: true }],
        [t('在籍学生'), g => g?.students, { isNumber: true }],
        [t('持证学生'), g => g?.holders, { isNumber: true }],
        [t('获证率'), g => percent(g?.rate ?? null), { isNumber: true }],
        [t('毕业生'), g => g?.graduates, { isNumber: true }],
        [t('双证率'), g => percent(g?.doubleRate ?? null), { isNumber: true }],
      ]}
    />
  </Sheet>
)
const Levels = ({ of }: { of: Answer['levels'] }) => (
  <Sheet title={t('等级分布')}>
    <PlainTable
      label={t('等级分布')}
      rows={of}
      keyOf={row => row?.key ?? ''}
      empty={t('还没有核验通过的证书')}
      columns={[
        [t('证书'), row => row?.name, { isHead: true }],
        [t('等级'), row => row?.level ?? '—'],
        [t('人数'), row => row?.count, { isNumber: true }],
      ]}
    />
  </Sheet>
)
const Without = ({ of }: { of: Answer['without'] }) => (
  <Sheet title={t('还没有证书的学生，先毕业的在前')}>
    <PlainTable
      label={t('还没有证书的学生，先毕业的在前')}
      rows={of}
      keyOf={row => row?.id ?? ''}
      empty={t('每个学生都有证书')}
      isLong
      columns={[
        [t('姓名'), row => row?.name, { isHead: true }],
        [t('学号'), row => row?.studentNo],
        [t('班级'), row => row?.className],
      ]}
    />
  </Sheet>
)
export const about: PageFile['about'] = () => ({
  use: t('获证率：在籍学生中有一张以上有效证书的比例。双证率：这段时间毕业的学生中取得本专业必考证书的比例。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('证书按所选时间的最后一天是否有效计算，同一证书只算最高的一级。'),
})
