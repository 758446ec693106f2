import { Button } from 'antd'
import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazily } from '#web/base/chunk.ts'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { dormViolation, violationLevels } from '../model/violation.ts'
import { askStatement, seizeItem } from '../model/violation-actions.ts'

const CasePanel = lazily(() => import('./CasePanel.tsx'))
type Row = Shown<typeof dormViolation>
const VIEWS = {
  all: { label: '全部' },
  recorded: { label: '待陈述', where: { state: 'recorded' } },
  heard: { label: '待认定', where: { state: 'heard' } },
  seized: { label: '暂扣未还', where: { 'seizedReceiptNo.isNull': 'false', 'returnedAt.isNull': 'true' } },
} as const

/** 宿舍管理 → 宿舍违纪: violations, statements and decisions. */
export default function ViolationPage() {
  const [params, , put] = useOwnParams()
  const views = useView(VIEWS)
  const { view } = views
  const id = params.get('case')
  const [seizing, setSeizing] = useState<string>()
  const maySeize = useCan(seizeItem.permission)
  const mayHouses = useCan('dormitory:dormBuilding:list')
  const mayHear = useCan(askStatement.permission)
  const ask = useAct(askStatement)
  const open = (row: Row) => put({ case: row.id })
  return (
    <>
      <EntityTable<typeof dormViolation>
        of={dormViolation}
        title={t('宿舍违纪#many')}
        views={views}
        form={{ size: 720, layout: [{ title: '违纪', fields: ['studentId', 'roomId', 'type', 'level', 'at', 'place', 'details', 'evidence'] }] }}
        columns={[
          { key: 'violationNo', width: 170, align: 'left' },
          { key: 'studentId', title: '学生', width: 120 },
          { key: 'roomId', width: 190 },
          { key: 'type', width: 120 },
          { key: 'level', width: 100, render: row => <StateTag of={violationLevels} state={row.level} /> },
          { key: 'at', width: 168 },
          { key: 'state', width: 120 },
          { key: 'statementDue', hidden: true },
          { key: 'sourceType', hidden: true },
          { key: 'classId', hidden: true },
          { key: 'departmentId', hidden: true },
          ...(view === 'seized'
            ? ([
                { key: 'seizedItem', width: 130 },
                { key: 'returnOn', width: 130 },
              ] as const)
            : []),
        ]}
        facts={['studentId', 'type', 'at']}
        filters={['studentId', 'type', 'level', 'state', ...(mayHouses ? ['dormId'] : []), 'at', 'classId']}
        onOpen={open}
        rowActions={row => [
          maySeize && !row.seizedItem && row.state !== 'dismissed' && { label: t(seizeItem.label), onClick: () => setSeizing(row.id) },
          row.seizedItem !== null && <PrintButton key="print" of={dormViolation} template="seizedReceipt" label="收据" ids={[row.id]} />,
        ]}
        {...(mayHear
          ? {
              batchActions: (rows, clear) => (
                <Button
                  type="text"
                  size="small"
                  icon={<BellRing size={15} />}
                  loading={ask.isPending}
                  onClick={() => ask.mutate({ ids: rows.map(r => r.id) }, { onSuccess: clear })}
                >
                  {t(askStatement.label)}
                </Button>
              ),
            }
          : {})}
      />
      <Suspense>{id ? <CasePanel key={id} id={id} onClose={() => put({ case: undefined })} /> : null}</Suspense>
      {seizing ? (
        <ActionForm
          of={seizeItem}
          input={{ id: seizing }}
          onClose={() => setSeizing(undefined)}
          note={<p className="ql-help">{t('登记后生成收据号，可以打印收据给学生；到期归还，不收取费用。')}</p>}
        />
      ) : null}
    </>
  )
}
