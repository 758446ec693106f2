import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { welcomePoint } from '../model/point.ts'
import { CodesInput } from './batch/step-inputs.tsx'

/** 迎新 → 办理点: where steps are done, and by whom. */
export default function PointPage() {
  return (
    <EntityTable<typeof welcomePoint>
      of={welcomePoint}
      columns={[
        { key: 'batchId', width: 200, align: 'left' },
        { key: 'name', width: 160, align: 'left' },
        { key: 'campusId', width: 120 },
        { key: 'venueId', width: 160, align: 'left' },
        { key: 'stepCodes', width: 180, align: 'left' },
        { key: 'staff', width: 240, align: 'left' },
        { key: 'isOpen', width: 80 },
      ]}
      filters={['batchId', 'campusId']}
      form={{
        size: 720,
        layout: [
          'batchId',
          'name',
          'campusId',
          { field: 'venueId', where: v => ({ campusId: v.campusId as string | null }) },
          {
            field: 'stepCodes',
            when: v => Boolean(v.batchId),
            render: props => <CodesInput {...props} batchId={String(props.values.batchId)} label={t('环节')} kinds={['staff', 'self']} />,
          },
          'staff',
          'isOpen',
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('现场在哪里办哪些环节，由谁办。'),
  who: t('招生办设置；工作人员只能在自己的办理点扫码。'),
  first: t('新增办理点，选环节和工作人员。'),
})
