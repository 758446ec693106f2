import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { FieldsTable } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { claimNeeds } from '../../model/needs.ts'
import { PlaceForm } from './PlaceForm.tsx'

type Needy = AnswerOf<typeof claimNeeds>[number]
/** 30-WD4: who gets a bed from staff before all others choose. */
export function Needs({ views, batchId }: { views: ReactNode; batchId: string | undefined }) {
  const [, , put] = useOwnParams()
  const [placing, setPlacing] = useState<Needy>()
  const read = useRead(claimNeeds, { batchId: batchId ?? '' }, { enabled: Boolean(batchId) })
  return (
    <Page
      title={t('宿舍认领')}
      views={views}
      help={t('这些新生说明了健康原因或需要无障碍房间，轮次发布前先给他们安排床位；安排的床位不再供别人选。')}
      actions={<RefSelect to="welcomeBatch" aria-label={t('批次')} value={batchId} allowClear={false} onChange={id => put({ batchId: id ?? undefined })} />}
    >
      <Loaded of={read} empty={rows => rows.length === 0 && t('没有需要老师安排的新生')}>
        {rows => (
          <FieldsTable<Needy>
            label={t('需要安排的新生')}
            of={claimNeeds.output}
            rows={rows}
            columns={[
              'name',
              'genderCode',
              'className',
              'needsAccessible',
              'bed',
              [
                t('操作'),
                row =>
                  row.bed ? null : (
                    <Button size="small" onClick={() => setPlacing(row)}>
                      {t('安排床位')}
                    </Button>
                  ),
              ],
            ]}
          />
        )}
      </Loaded>
      {placing && batchId ? <PlaceForm batchId={batchId} who={placing} onClose={() => setPlacing(undefined)} /> : null}
    </Page>
  )
}
