import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { alumnusStudy } from '../model/alumnus.ts'

/** 校友学习经历: by year, college and class. */
export default function AlumnusStudyPage() {
  return (
    <EntityTable<typeof alumnusStudy>
      of={alumnusStudy}
      title={t('校友学习经历#many')}
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'alumnusId', width: 110 },
        { key: 'departmentId', width: 160, align: 'left' },
        { key: 'majorName', width: 160, align: 'left' },
        { key: 'classId', width: 120 },
        { key: 'level', width: 110 },
        { key: 'enrolYear', width: 100 },
        { key: 'leaveYear', width: 100 },
        { key: 'result', width: 80 },
      ]}
      facts={['leaveYear', 'majorName', 'result']}
      filters={['leaveYear', 'departmentId', 'classId', 'level', 'result']}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('每段学习一行：一个人读过两次的有两行。'),
  who: t('学工处看全校，学院看本院的。'),
  first: t('按班级筛选，就是这个班的校友。'),
})
