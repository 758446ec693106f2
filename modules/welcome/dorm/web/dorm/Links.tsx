import type { ReactNode } from 'react'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { CodesInput } from '../../../steps/web/public/StepCodes.tsx'
import { claimLink } from '../../model/link.ts'

/** Which rounds belong to a batch, and what is done before somebody chooses. */
export const Links = ({ views }: { views: ReactNode }) => (
  <EntityTable<typeof claimLink>
    of={claimLink}
    title={t('宿舍认领')}
    views={views}
    columns={[
      { key: 'batchId', width: 200, align: 'left' },
      { key: 'roundIds', width: 320, align: 'left' },
      { key: 'conditions', width: 260, align: 'left' },
      { key: 'openRule', width: 110 },
      { key: 'releaseRule', width: 180 },
      { key: 'bring', hidden: true },
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
        'openRule',
        'releaseRule',
        'bring',
      ],
    }}
  />
)
