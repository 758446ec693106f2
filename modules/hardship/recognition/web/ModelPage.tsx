import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { reviseModel, tryModel } from '../model/actions.ts'
import { DEFAULT_FLOORS, DEFAULT_ITEMS, DEFAULT_THRESHOLDS } from '../model/default-model.ts'
import { indexModel } from '../model/index-model.ts'
import { FloorsInput } from './models/FloorsInput.tsx'
import { ItemsInput } from './models/ItemsInput.tsx'
import { ThresholdsInput } from './models/ThresholdsInput.tsx'
import { TryPanel } from './models/TryPanel.tsx'

/** 困难认定 → 指标体系: questions, weights, score lines, and a made-up student to try them. */
export default function ModelPage() {
  const [tried, setTried] = useState<{ id: string; name: string }>()
  return (
    <>
      <EntityTable<typeof indexModel>
        of={indexModel}
        title={t('指标体系')}
        columns={[
          { key: 'name', align: 'left' },
          { key: 'edition', width: 90 },
          { key: 'indexWeight', width: 100 },
          { key: 'reviewWeight', width: 100 },
          { key: 'isFrozen', width: 90 },
        ]}
        filters={['isFrozen']}
        form={{
          size: 720,
          layout: [
            'name',
            'indexWeight',
            'reviewWeight',
            { field: 'items', render: props => <ItemsInput {...props} /> },
            { field: 'thresholds', render: props => <ThresholdsInput {...props} /> },
            { field: 'floors', render: props => <FloorsInput {...props} /> },
          ],
          initial: { items: DEFAULT_ITEMS, thresholds: DEFAULT_THRESHOLDS, floors: DEFAULT_FLOORS, indexWeight: 70, reviewWeight: 30 },
        }}
        rowActions={row => [
          { of: tryModel, label: t(tryModel.label), onClick: () => setTried({ id: row.id, name: row.name }) },
          <ActionButton key="revise" of={reviseModel} input={{ id: row.id }} confirm={t('照“{{name}}”建一个新版，可以修改后用于下一个批次。', { name: row.name })} />,
        ]}
      />
      {tried ? <TryPanel {...tried} onClose={() => setTried(undefined)} /> : null}
    </>
  )
}
