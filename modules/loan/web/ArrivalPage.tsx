import { useState } from 'react'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { askUnmatch, importArrivals, loanArrival, matchArrival, unmatchArrival } from '../model/arrival.ts'
import { ImportPanel } from './ImportPanel.tsx'

const VIEWS = {
  open: { label: '未匹配', where: { matched: false } },
  undo: { label: '待撤销', where: { 'undoById.isNull': false } },
  all: { label: '全部' },
} as const
const CHANGES = ['creditLoan', 'billLine', 'payoutList']
/** 助学贷款 → 放款匹配: what came, what it paid, and the rows that fit no loan. */
export default function ArrivalPage() {
  const may = useCan(importArrivals.permission)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <EntityTable<typeof loanArrival>
        of={loanArrival}
        title={t('放款匹配')}
        verbs={['export']}
        views={useView(VIEWS)}
        toolbar={
          may ? (
            <PlacedButton type="primary" onClick={() => setOpen(true)}>
              {t('导入放款文件')}
            </PlacedButton>
          ) : null
        }
        columns={[
          { key: 'bankSeq', width: 170, align: 'left' },
          { key: 'name', width: 100, align: 'left' },
          { key: 'contractTail', width: 110 },
          { key: 'amount', width: 120 },
          { key: 'arrivedOn', width: 120 },
          { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
          { key: 'studentNo', width: 130 },
          { key: 'offsetTotal', width: 120 },
          { key: 'surplus', width: 120 },
          { key: 'why', width: 160, align: 'left' },
          { key: 'undoReason', width: 160, align: 'left' },
          ...(['batchFileId', 'line', 'loanId', 'matched', 'matchedById', 'undoById'] as const).map(key => ({ key, hidden: true })),
        ]}
        facts={['amount', 'arrivedOn', 'why']}
        filters={['studentId', 'batchFileId', 'matched', 'arrivedOn']}
        rowActions={row => [
          row.matched ? null : <FormButton key="match" of={matchArrival} input={{ id: row.id }} changes={CHANGES} done={t('已匹配')} />,
          row.matched && !row.undoById && (
            <FormButton key="ask" of={askUnmatch} input={{ id: row.id }} danger note={t('由另一人确认后冲销：所抵的费用重新待缴，余款退出发放单。')} done={t('已申请')} />
          ),
          row.undoById && <ActionButton key="undo" of={unmatchArrival} input={{ id: row.id }} danger confirm={t('冲销这笔放款的匹配？')} changes={CHANGES} done={t('已撤销')} />,
        ]}
      />
      {isOpen ? <ImportPanel onClose={() => setOpen(false)} /> : null}
    </>
  )
}
