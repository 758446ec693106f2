import { useState } from 'react'
import { Link } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { RecordDetail, useRecord } from '#web/records/RecordDetail.tsx'
import { useCan } from '#web/session/useCan.ts'
import { caseMaterial, disciplineCase } from '../model/case.ts'

const SECTIONS = [{ title: '案情', fields: ['title', 'occurredAt', 'place', 'category', 'ruleIds', 'reportSource', 'reporterId', 'investigators', 'parties', 'summary'] }] as const
/** One case: what happened, its evidence, and where each party stands. */
export default function CasePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const read = useRecord(disciplineCase, id)
  const mayMaterials = useCan('discipline:caseMaterial:list')
  return (
    <Panel open={isOpen} size={720} title={read.data?.caseNo ?? t('违纪案件')} onClose={() => setOpen(false)} afterClose={onClose}>
      {read.data ? (
        <Stack>
          <Link to={`/discipline/punishments?caseId=${id}`}>{t('办理各当事人的处理')}</Link>
          {mayMaterials ? <Materials caseId={id} /> : null}
          <RecordDetail of={disciplineCase} id={id} sections={SECTIONS} />
        </Stack>
      ) : (
        <Loading of={read} lines={8} />
      )}
    </Panel>
  )
}
const Materials = ({ caseId }: { caseId: string }) => (
  <EntityTable<typeof caseMaterial>
    of={caseMaterial}
    isPart
    title={t('案件材料')}
    where={{ caseId }}
    columns={[
      { key: 'title', align: 'left' },
      { key: 'kind', width: 110 },
      { key: 'takenAt', width: 160 },
      { key: 'takenBy', width: 110 },
      { key: 'files', hidden: true },
    ]}
    facts={['kind', 'takenAt']}
    form={{ initial: { caseId }, layout: ['title', { fields: ['kind', 'takenAt'] }, 'takenBy', 'files'] }}
  />
)
