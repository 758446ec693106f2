import { Suspense } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { disciplineCase } from '../model/case.ts'
import { involve, reportCase } from '../model/case-actions.ts'

const CasePanel = lazily(() => import('./CasePanel.tsx'))
export const about: PageFile['about'] = () => ({
  use: t('登记违纪案件和当事人，集中保管证据。'),
  who: t('保卫处、宿舍、考务和老师登记，学院和辅导员调查。'),
  first: t('登记后写明两名以上调查人、上传材料，再到“处分办理”逐人拟处理。'),
})
/** 违纪处分 → 违纪登记 */
export default function CasePage() {
  const [params, , put] = useOwnParams()
  const id = params.get('case')
  return (
    <>
      <EntityTable<typeof disciplineCase>
        of={disciplineCase}
        title={t('违纪登记')}
        toolbar={<FormButton of={reportCase} input={{}} type="primary" size={720} changes={['punishment', 'todo']} done={t('已登记')} />}
        columns={[
          { key: 'caseNo', width: 170, align: 'left' },
          { key: 'title', width: 220, align: 'left' },
          { key: 'parties', width: 160, align: 'left' },
          { key: 'category', width: 130 },
          { key: 'occurredAt', width: 160 },
          { key: 'stage', width: 110, render: row => (row.stage ? t(row.stage) : '—') },
          { key: 'nextDue', width: 120 },
          { key: 'daysLeft', width: 90 },
          { key: 'departmentId', width: 160, align: 'left' },
          ...(['place', 'reportSource', 'ruleIds', 'investigators', 'classId', 'reporterId'] as const).map(key => ({ key, hidden: true })),
        ]}
        filters={['departmentId', 'category', 'reportSource', 'occurredAt']}
        facts={['title', 'parties', 'nextDue']}
        form={{ size: 720, layout: ['title', { fields: ['occurredAt', 'place'] }, { fields: ['category', 'reportSource'] }, 'ruleIds', 'investigators', 'summary'] }}
        onOpen={row => put({ case: row.id })}
        rowActions={row => [
          <FormButton key="involve" of={involve} input={{ id: row.id }} changes={['punishment', 'todo']} done={t('已添加')} />,
          <PrintButton key="print" of={disciplineCase} template="caseDossier" label={t('案卷')} ids={[row.id]} />,
        ]}
      />
      <Suspense>{id ? <CasePanel key={id} id={id} onClose={() => put({ case: undefined })} /> : null}</Suspense>
    </>
  )
}
