import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { commentWork } from '../model/actions.ts'
import { isTalk, workLog, workStates } from '../model/work-log.ts'

const VIEWS = {
  counted: { label: '已登记', where: { 'state.in': 'submitted,commented' } },
  draft: { label: '待确认', where: { state: 'draft' } },
  late: { label: '补记', where: { isLate: true, 'state.in': 'submitted,commented' } },
  all: { label: '全部' },
} as const
export const about: PageFile['about'] = () => ({
  use: t('每位辅导员做了什么、和谁、多久。'),
  who: t('辅导员看和改自己的；学院和学工处看次数、对象和时间，可以点评，看不到谈话内容。'),
  first: t('交接班级以后，写过的日志仍是作者的，学生按当时的姓名显示。'),
})
/** 工作日志 */
export default function WorkLogPage() {
  const views = useView(VIEWS)
  return (
    <EntityTable<typeof workLog>
      of={workLog}
      title={t('工作日志')}
      views={views}
      columns={[
        { key: 'startedAt', width: 150 },
        { key: 'authorId', width: 110, align: 'left' },
        { key: 'kind', width: 110 },
        { key: 'people', width: 200, align: 'left' },
        { key: 'content', width: 240, align: 'left' },
        { key: 'minutes', width: 110 },
        { key: 'topics', width: 150 },
        { key: 'isLate', width: 80 },
        { key: 'state', width: 100 },
        ...(['talkContent', 'result', 'place', 'source', 'followUpOn', 'followedUpOn', 'comment', 'commentedById'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['startedAt', 'people', 'minutes']}
      filters={['authorId', 'kind', 'startedAt', 'source']}
      form={{
        layout: [
          'startedAt',
          'minutes',
          'place',
          'topics',
          { field: 'content', when: v => !isTalk(v.kind) },
          { field: 'talkContent', when: v => isTalk(v.kind) },
          'result',
          'followUpOn',
        ],
      }}
      rowActions={row => (workStates.allows(row, 'comment') ? [<FormButton key="comment" of={commentWork} input={{ id: row.id }} />] : [])}
    />
  )
}
