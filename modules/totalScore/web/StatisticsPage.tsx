import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { Trend } from '#web/statistics/Trend.tsx'
import { MISSING } from '#web/values/format.ts'
import { pointStatistics } from '../model/statistics.ts'

export const about: PageFile['about'] = () => ({
  use: t('各班的操行分怎样分布，哪些年级离毕业要求还差，哪些项目没有人用，谁记得严、谁记得松。'),
  who: t('学工处、团委看全校，学院、辅导员和班主任看各自范围。'),
  first: t('加减分按所选时间，操行分和学分按现在。记录五条以上的记分员才比较松紧。'),
})
/** 总分考核 → 考核统计 */
export default function StatisticsPage() {
  return (
    <Page title={t('总分考核统计')}>
      <Statistics
        of={pointStatistics}
        days={180}
        filters={['schemeId']}
        empty={data => (data.entries || data.classes.length || data.gates.length ? undefined : t('还没有启用的考核方案，这段时间也没有加减分'))}
      >
        {data => (
          <>
            <Sentence>
              {t('{{n}} 条记录，涉及 {{students}} 名学生；加 {{added}} 分，扣 {{deducted}} 分。', {
                ...{ n: data.entries, students: data.students, added: data.added ?? 0, deducted: data.deducted ?? 0 },
              })}
            </Sentence>
            <Figures label={t('总分考核统计')}>
              <Figure label={t('低于预警线')} value={data.classes.reduce((n, c) => n + (c?.low ?? 0), 0)} to="/totalScore/warnings" />
              <Figure label={t('未达毕业要求')} value={data.gates.reduce((n, g) => n + (g?.below ?? 0), 0)} />
              <Figure label={t('没有用过的项目')} value={data.unused.length} to="/totalScore/items" />
            </Figures>
            <Trend
              title={t('每月加减分')}
              points={data.byMonth}
              at={g => g.label}
              series={[
                { name: t('加分'), of: g => g.added ?? 0 },
                { name: t('扣分'), of: g => g.deducted ?? 0 },
              ]}
            />
            <Parts>
              <Ranking title={t('各项目记录数')} label={t('各项目记录数')} groups={data.byItem} of={g => g.entries} to={g => `/totalScore/entries?itemId=${g.key}`} />
              <Ranking title={t('各学院扣分')} label={t('各学院扣分')} groups={data.byCollege} of={g => g.deducted ?? 0} />
            </Parts>
            <ListSheet
              of={pointStatistics.output.gates}
              rows={data.gates.flatMap(g => g ?? [])}
              columns={['scheme', 'grade', 'termsLeft', 'students', 'below', [t('占比'), g => (g.rate === null ? MISSING : `${g.rate}%`), { isNumber: true }]]}
            />
            <ListSheet
              of={pointStatistics.output.classes}
              rows={data.classes.flatMap(c => c ?? [])}
              columns={['scheme', 'label', 'students', 'mean', 'lowest', 'highest', 'low']}
            />
            <ListSheet of={pointStatistics.output.recorders} rows={data.recorders.flatMap(r => r ?? [])} columns={['name', 'n', 'mean', 'off']} />
            <ListSheet of={pointStatistics.output.unused} rows={data.unused.flatMap(i => i ?? [])} columns={['scheme', 'code', 'name']} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
