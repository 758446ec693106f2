import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { answerObjection, pointObjection } from '../model/objection.ts'

export const about: PageFile['about'] = () => ({
  use: t('学生对扣分提出的异议。成立的，那一条扣分随即冲销。'),
  who: t('学院答复本院的，学工处、团委答复全校的；记分的人不答复自己记的。'),
  first: t('扣分以后几天内可以提异议，在系统参数里设。'),
})
/** 积分异议 */
export default function ObjectionPage() {
  return (
    <EntityTable<typeof pointObjection>
      of={pointObjection}
      title={t('积分异议')}
      columns={[
        { key: 'studentId', width: 110, align: 'left' },
        { key: 'studentNo', width: 150 },
        { key: 'classId', width: 130 },
        { key: 'itemId', width: 180, align: 'left' },
        { key: 'points', width: 80 },
        { key: 'occurredOn', width: 110 },
        { key: 'grounds', width: 260, align: 'left' },
        { key: 'state', width: 150 },
        { key: 'answer', width: 220, align: 'left' },
        { key: 'answeredById', hidden: true },
        { key: 'answeredAt', hidden: true },
        { key: 'schemeId', hidden: true },
        { key: 'departmentId', hidden: true },
      ]}
      facts={['itemId', 'points', 'grounds']}
      filters={['studentId', 'schemeId', 'itemId', 'state', 'classId', 'departmentId']}
      rowActions={row => [<FormButton key="answer" of={answerObjection} input={{ id: row.id }} changes={['pointObjection', 'pointEntry', 'pointAccount']} />]}
    />
  )
}
