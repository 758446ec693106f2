import { student } from '#modules/student/model/student.ts'
import { State } from '#web/feedback/State.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { growthEntry, reverseEntry } from '../model/entry.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生在课外得到的时长和积分，只记一次：各业务办完自己记进来，名单补录的经复核后记进来。'),
  who: t('团委和学工处看全校，学院、辅导员和班主任看各自范围内的学生；学生看自己的。'),
  first: t('记错了的写明原因冲销，再补录正确的；原来的一条不改、不删。'),
})
/** 成长台账 → 成长记录 */
export default function EntryPage() {
  return (
    <EntityTable<typeof growthEntry>
      of={growthEntry}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'category', width: 100 },
        { key: 'title', width: 180, align: 'left' },
        { key: 'bizDate', width: 120 },
        { key: 'hours', width: 110 },
        { key: 'countedHours', width: 100 },
        { key: 'points', width: 80 },
        { key: 'countedPoints', width: 100 },
        { key: 'capNote', width: 170 },
        {
          key: 'isReversed',
          title: t('状态'),
          width: 100,
          render: row =>
            row.reversesId ? <State tone="over">{t('冲销记录')}</State> : row.isReversed ? <State tone="over">{t('已冲销')}</State> : <State tone="done">{t('有效')}</State>,
        },
        { key: 'labourHours', hidden: true },
        { key: 'source', hidden: true },
        { key: 'confirmerId', hidden: true },
        { key: 'entryNo', hidden: true },
        { key: 'departmentId', hidden: true },
        { key: 'classId', hidden: true },
        { key: 'makerId', hidden: true },
        { key: 'reason', hidden: true },
      ]}
      facts={['category', 'title', 'bizDate']}
      filters={['studentId', 'category', 'bizDate', 'xn', 'xqM', 'departmentId', 'classId', 'capNote']}
      batchActions={rows => <PrintButton of={student} template="growthStatement" label={t('成长台账对账单')} ids={[...new Set(rows.map(r => r.studentId))]} />}
      rowActions={row => [row.reversesId || row.isReversed ? null : <FormButton key="reverse" of={reverseEntry} input={{ id: row.id }} danger changes={['growthEntry']} />]}
    />
  )
}
