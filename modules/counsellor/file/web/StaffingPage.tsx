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
import { staffing, trainingGaps } from '../model/actions.ts'

export const about: PageFile['about'] = () => ({
  use: t('辅导员够不够：每名辅导员带多少学生，各学院缺几名，年龄、职称和培训怎么样。'),
  who: t('学工处看全校，学院看本院。'),
  first: t('按在任的档案计算，兼职按比例折算成专职。先看缺口大的学院。'),
})
/** 队伍统计 */
export default function StaffingPage() {
  const read = useRead(staffing, {})
  return (
    <Page title={t('队伍统计')}>
      <Loaded of={read} empty={data => !data.students && !data.byDuty.length && t('范围里没有学生，也没有辅导员档案')}>
        {data => (
          <>
            <Sentence>
              {t('{{students}} 名在籍学生，折合 {{posts}} 名专职辅导员，每名带 {{per}} 人；上限 {{ratio}} 人，还缺 {{shortage}} 名。', {
                ...{ students: data.students, posts: data.posts, per: data.perPost ?? MISSING, ratio: data.ratio, shortage: data.shortage },
              })}
            </Sentence>
            <Figures label={t('队伍统计')}>
              <Figure label={t('专职')} value={data.fullTime} to="/counsellor/files" />
              <Figure label={t('兼职')} value={data.partTime} to="/counsellor/files" />
              <Figure label={t('缺口')} value={data.shortage} />
            </Figures>
            <ListSheet
              of={staffing.output.byCollege}
              rows={data.byCollege.flatMap(g => g ?? [])}
              columns={['label', 'students', 'fullTime', 'partTime', 'posts', 'perPost', 'shortage']}
            />
            <Parts>
              <Ranking title={t('年龄')} label={t('各年龄段人数')} groups={data.byAge.flatMap(g => g ?? [])} of={g => g.people} />
              <Ranking title={t('职称')} label={t('各职称人数')} groups={data.byTitle.flatMap(g => g ?? [])} of={g => g.people} />
            </Parts>
            <Gaps />
          </>
        )}
      </Loaded>
    </Page>
  )
}
function Gaps() {
  const read = useRead(trainingGaps, {})
  return (
    <Loaded of={read}>
      {data => (
        <>
          <Sentence>
            {t('{{year}} 年：每人至少 {{hours}} 学时校级培训，每 {{years}} 年一次省级或国家级；{{all}} 名在任辅导员中 {{n}} 名有缺口。', {
              ...{ year: data.year, hours: data.hours, years: data.years, all: data.onDuty, n: data.gaps.length },
            })}
          </Sentence>
          {data.gaps.length ? (
            <ListSheet
              of={trainingGaps.output.gaps}
              rows={data.gaps.flatMap(g => g ?? [])}
              columns={['name', 'college', 'dutyKind', 'schoolHours', 'hoursLacking', 'lastHigher', 'lacksHigher']}
            />
          ) : null}
        </>
      )}
    </Loaded>
  )
}
