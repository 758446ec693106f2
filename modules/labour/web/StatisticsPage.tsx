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
import { labourStatistics } from '../model/statistics.ts'

const percent = (value: number | null): string => (value === null ? MISSING : `${value}%`)
type Groups = AnswerOf<typeof labourStatistics>['byMajor']
export const about: PageFile['about'] = () => ({
  use: t('各专业、各年级有多少学生达到培养要求，劳动缺勤多少，哪些项目没有报满。'),
  who: t('学工处看全校，学院和辅导员看各自范围。'),
  first: t('达标按现在的情况，缺勤按所选时间里的场次，项目按所选时间里结束报名的。'),
})
/** 劳动教育 → 劳动统计: attainment by major and grade, absence, unfilled projects. */
export default function StatisticsPage() {
  return (
    <Page title={t('劳动统计')}>
      <Statistics of={labourStatistics} days={180} empty={data => (data.students || data.due || data.projects ? undefined : t('还没有培养要求，这段时间也没有劳动'))}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名学生有培养要求，{{met}} 人达标，达标率 {{rate}}；缺勤率 {{absence}}。', {
                ...{ students: data.students, met: data.met, rate: percent(data.rate), absence: percent(data.absence) },
              })}
            </Sentence>
            <Figures label={t('劳动统计')}>
              <Figure label={t('未达标')} value={data.students - data.met} to="/labour/grades" />
              <Figure label={t('缺勤人次')} value={data.absent} to="/labour/attendance" />
              <Figure label={t('报名结束的项目')} value={data.projects} to="/labour/projects" />
              <Figure label={t('没有报满的项目')} value={data.unfilled.length} />
            </Figures>
            <Parts>
              <Ranking title={t('各专业达标学生')} label={t('各专业达标学生')} groups={data.byMajor} of={g => g.met} to={g => `/labour/grades?view=met&majorId=${g.key}`} />
              <Ranking title={t('各学院缺勤人次')} label={t('各学院缺勤人次')} groups={data.byCollege} of={g => g.absent} />
            </Parts>
            <Attained of={labourStatistics.output.byGrade} rows={data.byGrade} />
            <Attained of={labourStatistics.output.byMajor} rows={data.byMajor} />
            <ListSheet of={labourStatistics.output.unfilled} rows={data.unfilled.flatMap(p => p ?? [])} columns={['name', 'kind', 'endTime', 'capacity', 'enrolled', 'left']} />
          </>
        )}
      </Statistics>
    </Page>
  )
}
const Attained = ({ of, rows }: { of: Field; rows: Groups }) => (
  <ListSheet
    of={of}
    rows={rows}
    columns={['label', 'students', 'met', [t('达标率'), g => percent(g.rate), { isNumber: true }], 'due', 'absent', [t('缺勤率'), g => percent(g.absence), { isNumber: true }]]}
  />
)
