import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { Ranking } from '#web/statistics/Ranking.tsx'
import { Parts, Sentence, Statistics } from '#web/statistics/Statistics.tsx'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { societyStatistics } from '../model/statistics.ts'

const percent = (value: number | null): string => (value === null ? MISSING : `${value}%`)
export const about: PageFile['about'] = () => ({
  use: t('有多少社团和成员，哪些学院和年级参加得多，一段时间里加入和退出多少，花了多少，指导了多久。'),
  who: t('团委和学工处看全校，指导单位和指导教师看自己的社团。'),
  first: t('社团和成员按现在的情况，其余按所选时间；先看没有指导记录的社团。'),
})
/** 社团管理 → 社团统计 */
export default function SocietyStatisticsPage() {
  return (
    <Page title={t('社团统计')}>
      <Statistics of={societyStatistics} days={180} empty={data => (data.societies ? undefined : t('还没有社团'))}>
        {data => (
          <>
            <Sentence>
              {t('{{n}} 个社团，{{members}} 名成员；新加入 {{joined}}，退出 {{left}}，流失率 {{churn}}。', {
                ...{ n: data.societies, members: data.members, joined: data.joined, left: data.left, churn: percent(data.churn) },
              })}
            </Sentence>
            <Figures label={t('社团统计')}>
              <Figure label={t('没有参加社团的学生')} value={data.without} />
              <Figure label={t('支出')} value={formatMoney(data.spent)} to="/society/funds" />
              <Figure label={t('成员人均支出')} value={data.perMember === null ? MISSING : formatMoney(data.perMember)} />
              <Figure label={t('指导时长（小时）')} value={data.advised} to="/society/advisorLogs" />
            </Figures>
            <Parts>
              <Ranking title={t('各类别成员')} label={t('各类别成员')} groups={data.byCategory} of={g => g.members} to={g => `/society/societies?category=${g.key}`} />
              <Ranking title={t('各学院参加社团的学生')} label={t('各学院参加社团的学生')} groups={data.byCollege.flatMap(g => g ?? [])} of={g => g.students} />
            </Parts>
            <ListSheet of={societyStatistics.output.byGrade} rows={data.byGrade.flatMap(g => g ?? [])} columns={['label', 'members', 'students']} />
            <ListSheet
              of={societyStatistics.output.byUnit}
              rows={data.byUnit}
              columns={['label', 'societies', 'members', 'joined', 'left', [t('流失率'), g => percent(g.churn), { isNumber: true }], 'spent', 'perMember', 'advised']}
            />
            <ListSheet of={societyStatistics.output.unadvised} rows={data.unadvised.flatMap(g => g ?? [])} columns={['name', 'members']} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
