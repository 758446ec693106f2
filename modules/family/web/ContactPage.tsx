import { Undo2 } from 'lucide-react'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { LayoutOf } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { recordContact, reverseContact } from '../model/actions.ts'
import { homeContact } from '../model/home-contact.ts'

const LAYOUT: LayoutOf<typeof recordContact> = [
  'studentId',
  { field: 'guardianId', where: v => ({ studentId: typeof v.studentId === 'string' ? v.studentId : null }) },
  'kind',
  'contactReason',
  'at',
  'content',
  'result',
  'hiddenUntil',
]
/** 家校联系 → 联系记录: every contact with a family; opened from the profile it is about one student. */
export default function ContactPage() {
  const studentId = useOwnParams()[0].get('studentId')
  return (
    <EntityTable<typeof homeContact>
      of={homeContact}
      title={t('联系记录')}
      toolbar={
        <FormButton
          of={recordContact}
          type="primary"
          layout={LAYOUT}
          initial={{ kind: 'call', at: new Date().toISOString(), ...(studentId ? { studentId } : {}) }}
          changes={['homeContactAccount']}
          done={t('已登记')}
        />
      }
      columns={[
        { key: 'studentNo', width: 150 },
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'guardianId', width: 110, align: 'left' },
        { key: 'relation', width: 90 },
        { key: 'kind', title: t('方式'), width: 110 },
        { key: 'contactReason', width: 110 },
        { key: 'at', width: 160 },
        { key: 'byId', width: 110 },
        { key: 'result', width: 220, align: 'left' },
        { key: 'isReversed', width: 90 },
        ...(['content', 'hiddenUntil', 'reason'] as const).map(key => ({ key, hidden: true })),
      ]}
      facts={['kind', 'contactReason', 'at']}
      filters={['studentId', 'kind', 'contactReason', 'at', 'byId']}
      rowActions={row =>
        row.isReversed ? null : (
          <FormButton
            key="reverse"
            of={reverseContact}
            input={{ id: row.id }}
            icon={<Undo2 size={15} />}
            danger
            note={t('记录不能修改。登记错的先冲销，再重新登记。')}
            done={t('已冲销')}
          />
        )
      }
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('学校和家长的每一次联系：电话、家访、面谈、致家长信、征求同意。'),
  who: t('负责这些学生的老师；谈话内容要有权限才看得到，打开会留下记录。'),
  first: t('打完电话点“登记联系”。满 18 周岁的学生看得到联系过和事由，看不到内容。'),
})
