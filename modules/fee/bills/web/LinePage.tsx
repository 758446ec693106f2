import { Button } from 'antd'
import { useState } from 'react'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { formatMoney } from '#web/values/format.ts'
import { arrearsFigures, remindArrears } from '../model/actions.ts'
import { adjustLine } from '../model/adjustment.ts'
import { billLine } from '../model/bill-line.ts'
import { EntriesPanel } from './EntriesPanel.tsx'
import { LINE_FILTERS } from './public/line-filters.ts'

const VIEWS = {
  all: { label: '全部' },
  owed: { label: '待缴', where: { 'owed.ge': 1 } },
  loan: { label: '等待贷款', where: { 'loanPending.ge': 1, 'owed.ge': 1 } },
  deferred: { label: '缓缴', where: { 'deferUntil.isNull': false, 'owed.ge': 1 } },
  part: { label: '部分缴清', where: { 'paid.ge': 1, 'owed.ge': 1 } },
  paid: { label: '已缴清', where: { 'owed.le': 0, 'charged.ge': 1 } },
  reduced: { label: '有减免', where: { 'reduced.ge': 1 } },
  closed: { label: '已撤回', where: { 'closedAt.isNull': false } },
} as const

/** 缴费管理 → 应缴台账: what each payer owes, with the entries behind it. */
export default function LinePage() {
  const [open, setOpen] = useState<Shown<typeof billLine>>()
  const [remind, setRemind] = useState<readonly string[]>()
  const [adjusted, setAdjusted] = useState<string>()
  const mayAdjust = useCan(adjustLine.permission)
  const mayRemind = useCan(remindArrears.permission)
  const { data } = useRead(arrearsFigures, {})
  const views = useView(VIEWS, { label: t('应缴台账') })
  return (
    <>
      <EntityTable<typeof billLine>
        of={billLine}
        title={t('应缴台账')}
        verbs={['export']}
        views={views}
        toolbar={data?.owed ? <span className="ql-quiet">{t('{{n}} 人欠费，共 {{amount}}', { n: data.people, amount: formatMoney(data.owed) })}</span> : null}
        columns={[
          { key: 'payerName', width: 110, align: 'left' },
          { key: 'studentNo', width: 140, align: 'left' },
          { key: 'itemId', width: 140, align: 'left' },
          { key: 'xn', width: 110 },
          { key: 'charged', width: 120 },
          { key: 'reduced', hidden: true },
          { key: 'paid', width: 120 },
          { key: 'offset', hidden: true },
          { key: 'owed', width: 120 },
          { key: 'dueDate', width: 120 },
          { key: 'state', width: 110 },
          { key: 'daysOverdue', hidden: true },
          { key: 'deferUntil', hidden: true },
          { key: 'loanPending', hidden: true },
          { key: 'xqM', hidden: true },
        ]}
        filters={LINE_FILTERS}
        onOpen={setOpen}
        rowActions={row => [
          { label: t('流水'), onClick: () => setOpen(row) },
          mayRemind && row.daysOverdue !== null && { of: remindArrears, label: t('提醒缴费'), onClick: () => setRemind([row.id]) },
          mayAdjust && row.state !== 'closed' && { of: adjustLine, label: t('调账'), onClick: () => setAdjusted(row.id) },
        ]}
        batchActions={rows => (mayRemind ? <Button onClick={() => setRemind(rows.map(r => r.id))}>{t('提醒缴费')}</Button> : null)}
      />
      {open ? <EntriesPanel line={open} onClose={() => setOpen(undefined)} /> : null}
      {adjusted ? (
        <ActionForm
          of={adjustLine}
          input={{ lineId: adjusted }}
          changes={['adjustment']}
          note={t('由另一人复核后才入账；在“调账”里可以看到。')}
          done={t('已提交复核')}
          onClose={() => setAdjusted(undefined)}
        />
      ) : null}
      {remind ? (
        <ActionForm
          of={remindArrears}
          input={{ ids: [...remind] }}
          note={t('向 {{n}} 笔应缴的学生发欠费提醒；缓缴、等待贷款和没有到期的不提醒。', { n: remind.length })}
          done={t('已提醒')}
          onClose={() => setRemind(undefined)}
        />
      ) : null}
    </>
  )
}
