import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { permissionKey } from '#model'
import { WEEKDAYS } from '#model/week.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useCan } from '#web/session/useCan.ts'
import { lesson, lessonSection } from '../model/lesson.ts'

/** 基础数据 → 课表: lessons by import or by hand, and the times of sections. */
export default function LessonPage() {
  const [tab, setTab] = useState('lessons')
  const maySections = useCan(permissionKey(lessonSection, 'list'))
  const tabs = [
    { value: 'lessons', label: t('课表') },
    { value: 'sections', label: t('作息时间') },
  ]
  const views = maySections ? <Segmented value={tab} options={tabs} onChange={setTab} /> : null
  return (
    <div>
      {tab === 'lessons' ? (
        <Lessons views={views} />
      ) : (
        <EntityTable of={lessonSection} views={views} columns={['no', 'begin', 'end', 'campusId', 'season']} filters={['campusId', 'season']} />
      )}
    </div>
  )
}
const Lessons = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof lesson>
    of={lesson}
    views={views}
    columns={[
      'courseName',
      'courseNo',
      'xn',
      'xqM',
      'teacherId',
      { key: 'classNames', width: 200, align: 'left' },
      { key: 'weekday', title: '星期', width: 100, render: row => t(WEEKDAYS[row.weekday - 1] ?? '') },
      { key: 'sectionFrom', title: '节次', width: 100, render: row => t('{{from}}–{{to}} 节', { from: row.sectionFrom, to: row.sectionTo }) },
      'weeks',
      'venueId',
    ]}
    filters={['xn', 'xqM', 'teacherId', 'venueId', 'weekday']}
    form={{
      layout: [
        { title: '课程', fields: ['xn', 'xqM', 'courseNo', 'courseName', 'teacherId'] },
        { title: '时间和地点', fields: ['classIds', 'weekday', 'sectionFrom', 'sectionTo', 'weeks', 'venueId'] },
      ],
    }}
  />
)
