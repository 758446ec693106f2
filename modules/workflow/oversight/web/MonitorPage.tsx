import { Button, Tooltip } from 'antd'
import { ArrowRightLeft, Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { permissionKey } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { ListFrame, Refetching } from '#web/records/frames.tsx'
import { ExportDialog } from '#web/records/lazy-dialogs.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useSession } from '#web/session/useCan.ts'
import { processInstance } from '../../cases/model/instance.ts'
import { conditionsIn, noneOf } from '../../cases/web/public/CaseFilters.tsx'
import { handOver, searchCases } from '../model/oversight.ts'
import { exportOf, MONITOR_FILTERS, searchOf } from './asked.ts'
import { CaseList } from './CaseList.tsx'
import { Counts } from './Counts.tsx'
import { HandOverPanel } from './HandOverPanel.tsx'
import { MonitorFilters } from './MonitorFilters.tsx'
import '#web/records/records.css'

/** 流程监控: cases by step and age, with search and administrative actions. */
export default function MonitorPage() {
  const { can } = useSession()
  const [params, , put] = useOwnParams()
  const [open, setOpen] = useState<'handover' | 'export'>()
  const asked = searchOf(params)
  const from = can(handOver.permission) ? (params.get('handOver') ?? undefined) : undefined
  const read = useRead(searchCases, asked, { keeps: true })
  const total = read.data?.page.total ?? 0
  const change = (part: Readonly<Record<string, string | null>>) => put({ current: null, ...part })
  const conditions = conditionsIn(params, MONITOR_FILTERS)
  const clear = () => change(noneOf(MONITOR_FILTERS))
  const wire = exportOf(params)
  return (
    <Page
      title={t('流程监控')}
      actions={
        <>
          {can(permissionKey(processInstance, 'export')) ? (
            <Tooltip title={wire ? '' : t('按审批人、环节或等待时间查出来的不能导出，请先清空这几项')}>
              <Button icon={<Download size={15} />} disabled={!wire || !total} onClick={() => setOpen('export')}>
                {t('导出')}
              </Button>
            </Tooltip>
          ) : null}
          {can(handOver.permission) ? (
            <Button icon={<ArrowRightLeft size={15} />} onClick={() => setOpen('handover')}>
              {t('交接审批')}
            </Button>
          ) : null}
        </>
      }
    >
      <Counts params={params} put={change} />
      <ListFrame>
        <MonitorFilters params={params} put={change} conditions={conditions} clear={clear} total={read.data ? total : undefined} />
        <Refetching is={read.isFetching && read.data !== undefined} />
        {read.error && !read.data ? (
          <Loading of={read} />
        ) : (
          <CaseList rows={read.data?.result ?? []} isLoading={read.isPending} total={total} asked={asked} conditions={conditions} clear={clear} put={put} />
        )}
      </ListFrame>
      {open === 'handover' || from ? (
        <HandOverPanel
          from={from}
          onClose={() => {
            setOpen(undefined)
            put({ handOver: null })
          }}
        />
      ) : null}
      {open === 'export' && wire ? (
        <Suspense>
          <ExportDialog
            of={processInstance}
            search={wire}
            sort={['-startedAt']}
            total={total}
            columns={['title', 'applicantName', 'processType', 'state', 'currentNodes', 'waitsFor', 'startedAt', 'endedAt', 'durationWorkMin']}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}
