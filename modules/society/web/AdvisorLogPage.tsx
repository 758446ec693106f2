import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { advisorLog } from '../model/advisor-log.ts'

/** 社团管理 → 指导记录 */
export default function AdvisorLogPage() {
  return (
    <EntityTable<typeof advisorLog>
      of={advisorLog}
      title={t('指导记录#many')}
      columns={[
        { key: 'date', width: 120 },
        { key: 'societyId', width: 180, align: 'left' },
        { key: 'teacherId', width: 120 },
        { key: 'hours', width: 90 },
        { key: 'content', width: 260, align: 'left' },
      ]}
      facts={['societyId', 'hours', 'content']}
      filters={['societyId', 'teacherId', 'date']}
      form={{ layout: ['date', 'hours', 'content'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('指导教师给社团的指导：哪天、几小时、做了什么。'),
  who: t('指导教师登记和修改自己的；团委和指导单位查看。'),
  first: t('指导教师在手机上打开“我的社团”，点“登记指导”，确认即可。'),
})
