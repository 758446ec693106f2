import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { CodesInput } from '../../steps/web/public/StepCodes.tsx'
import { claimLink } from '../model/link.ts'

/** 迎新 → 宿舍认领: which rounds belong to a batch, and what is done before somebody chooses. */
export default function DormPage() {
  return (
    <EntityTable<typeof claimLink>
      of={claimLink}
      title={t('宿舍认领')}
      columns={[
        { key: 'batchId', width: 200, align: 'left' },
        { key: 'roundIds', width: 320, align: 'left' },
        { key: 'conditions', width: 260, align: 'left' },
      ]}
      filters={['batchId']}
      form={{
        layout: [
          'batchId',
          'roundIds',
          {
            field: 'conditions',
            when: v => Boolean(v.batchId),
            render: props => <CodesInput {...props} batchId={String(props.values.batchId)} label={t('选床位前先办')} />,
          },
        ],
      }}
    />
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把选床位轮次用于一批新生，并规定先办好哪些环节才能选。'),
  who: t('学工处设置，招生办查看。'),
  first: t('先在“宿舍管理 → 选床位轮次”建好轮次，受众选这一级的新生，再到这里关联。'),
})
