import type { Field } from '#model'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { MISSING } from '#web/values/format.ts'
import { testStatistics } from '../model/statistics.ts'

const percent = (value: number | null): string => (value === null ? MISSING : `${value}%`)
export const about: PageFile['about'] = () => ({
  use: t('一段时间里开始的考试：各学院、年级、班级有多少人合格，第几次合格，用了多久；选一场考试，还看得到哪些知识点丢分。'),
  who: t('只看得到自己数据范围里的学生。'),
  first: t('先选一场考试，再看合格率低的班级，点进去催没有考的人。'),
})
/** 在线测试 → 考试统计 */
export default function TestStatisticsPage() {
  return (
    <Page title={t('考试统计')}>
      <Statistics of={testStatistics} days={180} filters={['scheduleId']} empty={data => (data.asked ? undefined : t('这段时间没有考试'))}>
        {data => (
          <>
            <Sentence>
              {t('应考 {{asked}} 人次，已考 {{sat}}，合格 {{passed}}，合格率 {{rate}}。', { asked: data.asked, sat: data.sat, passed: data.passed, rate: percent(data.rate) })}
            </Sentence>
            <Figures label={t('考试统计')}>
              <Figure label={t('没有考')} value={data.asked - data.sat} to="/test/scores?view=lacking" />
              <Figure label={t('考了没有合格')} value={data.sat - data.passed} to="/test/scores?view=failed" />
              <Figure label={t('平均用时（分钟）')} value={data.minutes ?? MISSING} />
            </Figures>
            <Parts>
              <Ranking title={t('各考试合格人数')} label={t('各考试合格人数')} groups={data.byTest} of={g => g.passed} to={g => `/test/scores?scheduleId=${g.key}`} />
              <Ranking title={t('各学院没有合格的人数')} label={t('各学院没有合格的人数')} groups={data.byCollege} of={g => g.asked - g.passed} />
            </Parts>
            {data.topics.length ? (
              <ListSheet
                of={testStatistics.output.topics}
                rows={data.topics.flatMap(one => one ?? [])}
                columns={['label', 'n', [t('得分率'), one => percent(one.share), { isNumber: true }]]}
              />
            ) : null}
            <ListSheet
              of={testStatistics.output.attempts}
              rows={data.attempts.flatMap(one => one ?? [])}
              columns={['no', 'n', 'passed', [t('合格率'), one => percent(one.rate), { isNumber: true }]]}
            />
            <Groups of={testStatistics.output.byCollege} rows={data.byCollege} />
            <Groups of={testStatistics.output.byGrade} rows={data.byGrade} />
            <Groups of={testStatistics.output.byClass} rows={data.byClass.toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0))} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
const Groups = ({ of, rows }: { of: Field; rows: AnswerOf<typeof testStatistics>['byClass'] }) => (
  <ListSheet of={of} rows={rows} columns={['label', 'asked', 'sat', 'passed', [t('合格率'), g => percent(g.rate), { isNumber: true }], 'minutes']} />
)
