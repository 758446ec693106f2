import type { ReactNode } from 'react'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Page } from '#web/layout/Page.tsx'
import { ListSheet } from '#web/records/FieldsTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { donorsOf } from '../../model/donation-actions.ts'

/** 捐赠人名册 of a project: who gave, anonymous or not, for receipts. */
export function Donors({ views }: { views: ReactNode }) {
  const [params, , put] = useOwnParams()
  const projectId = params.get('projectId')
  return (
    <Page
      title={t('捐赠人名册')}
      views={views}
      actions={<RefSelect to="donationProject" aria-label={t('捐赠项目')} placeholder={t('选择捐赠项目')} value={projectId} onChange={id => put({ projectId: id ?? undefined })} />}
    >
      {projectId ? <Names projectId={projectId} /> : <Empty title={t('先选择捐赠项目')} />}
    </Page>
  )
}
function Names({ projectId }: { projectId: string }) {
  const read = useRead(donorsOf, { projectId })
  return (
    <Loaded of={read} lines={8} empty={data => data.donors.length === 0 && t('还没有收到捐赠')}>
      {data => (
        <ListSheet
          of={donorsOf.output.donors}
          rows={data.donors.flatMap(d => d ?? [])}
          columns={['no', 'donorName', 'isOrganisation', 'isAnonymous', 'kind', 'amount', 'receivedOn', 'receiptNo']}
        />
      )}
    </Loaded>
  )
}
