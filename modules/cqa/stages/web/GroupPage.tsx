import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { cqaGroup } from '../model/group.ts'

/** 综合测评 → 测评小组: who scores each class. */
export default function GroupPage() {
  return (
    <EntityTable<typeof cqaGroup>
      of={cqaGroup}
      title={t('测评小组')}
      columns={[
        { key: 'classId', width: 160, align: 'left' },
        { key: 'schemeId', width: 200, align: 'left' },
        { key: 'leaderId', width: 110 },
        { key: 'memberIds', title: t('人数'), width: 90, render: row => row.memberIds.length },
      ]}
      filters={['schemeId', 'classId']}
      batchActions={rows => <PrintButton of={cqaGroup} template="cqaClassBook" label={t('结果册')} ids={rows.map(r => r.id)} />}
      form={{ layout: ['schemeId', 'classId', 'memberIds', 'leaderId'], size: 480 }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('为每个班指定测评小组：5 至 11 人，单数，含组长；结果定了以后打印全班的结果册。'),
  who: t('辅导员为自己带的班指定。'),
  first: t('选方案和班级，再选成员和组长。'),
})
