import { Link } from 'react-router'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { questionBank } from '../model/bank.ts'

/** 在线测试 → 题库 */
export default function QuestionBankPage() {
  return (
    <EntityTable
      of={questionBank}
      columns={[
        'code',
        'name',
        'category',
        {
          key: 'questionCount',
          title: t('试题'),
          width: 150,
          render: row => <Link to={`/test/questions?bankId=${row.id}`}>{t('{{n}} 题，已审 {{m}}', { n: row.questionCount ?? 0, m: row.reviewedCount ?? 0 })}</Link>,
        },
        'departmentId',
        'ownerId',
        'isEnabled',
      ]}
      filters={['category', 'departmentId', 'isEnabled']}
      form={{ layout: ['code', 'name', 'category', 'departmentId', 'editorIds', 'isEnabled'] }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('按用途分题库，看每个题库有多少题、审过多少。'),
  who: t('出题的老师看自己的，学院和学工处看本部门的。'),
  first: t('先新增一个题库，再到“试题”里导入。'),
})
