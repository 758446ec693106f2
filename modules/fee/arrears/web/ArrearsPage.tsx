import { Button } from 'antd'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatMoney } from '#web/values/format.ts'
import { arrearsFigures, remindArrears } from '../../bills/model/actions.ts'
import { billLine } from '../../bills/model/bill-line.ts'
import { LINE_FILTERS } from '../../bills/web/public/line-filters.ts'
import { noteTalk, setBlock } from '../model/actions.ts'
import { BlocksPanel } from './BlocksPanel.tsx'
import { TalksPanel } from './TalksPanel.tsx'

type Line = Shown<typeof billLine>
type Opened = { what: 'remind'; ids: string[] } | { what: 'talk' | 'talks'; row: Line } | { what: 'blocks' }
const VIEWS = { late: '已逾期', long: '逾期 90 天以上', loan: '等待贷款' } as const
type View = keyof typeof VIEWS
const LONG_DAYS = 90
function whereOf(view: View): Record<string, unknown> {
  if (view === 'loan') return { 'loanPending.ge': 1, 'owed.ge': 1 }
  return { 'owed.ge': 1, 'studentId.isNull': false, 'deferUntil.isNull': true, 'dueDate.le': addDays(schoolDate(Date.now()), view === 'long' ? -LONG_DAYS - 1 : -1) }
}
/** 缴费管理 → 欠费: who owes past the date, and who merely waits for a loan; remind, and note what was said. */
export default function ArrearsPage() {
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const views = useView(VIEWS, { label: t('欠费') })
  const { data } = useRead(arrearsFigures, {})
  const [mayRemind, mayTalk] = [can(remindArrears.permission), can(noteTalk.permission)]
  return (
    <>
      <EntityTable<typeof billLine>
        of={billLine}
        title={t('欠费')}
        verbs={['export']}
        where={whereOf(views.view)}
        views={views}
        toolbar={
          <>
            {data?.owed ? <span className="ql-quiet">{t('{{n}} 人欠费，共 {{amount}}', { n: data.people, amount: formatMoney(data.owed) })}</span> : null}
            {can(setBlock.permission) ? (
              <Button icon={<ShieldAlert size={16} />} onClick={() => setOpened({ what: 'blocks' })}>
                {t('欠费限制')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'payerName', width: 110, align: 'left' },
          { key: 'studentNo', width: 140, align: 'left' },
          { key: 'itemId', width: 140, align: 'left' },
          { key: 'xn', width: 110 },
          { key: 'owed', width: 120 },
          { key: 'daysOverdue', width: 100 },
          { key: 'loanPending', width: 120 },
          { key: 'state', width: 110 },
          { key: 'dueDate', width: 120 },
          { key: 'charged', hidden: true },
          { key: 'paid', hidden: true },
        ]}
        filters={LINE_FILTERS}
        rowActions={row => [
          mayRemind && row.daysOverdue !== null && { of: remindArrears, label: t('提醒缴费'), onClick: () => setOpened({ what: 'remind', ids: [row.id] }) },
          mayTalk && { of: noteTalk, label: t('记谈话'), onClick: () => setOpened({ what: 'talk', row }) },
          { label: t('历次谈话'), onClick: () => setOpened({ what: 'talks', row }) },
        ]}
        batchActions={rows => (
          <>
            {mayRemind ? <Button onClick={() => setOpened({ what: 'remind', ids: rows.map(r => r.id) })}>{t('提醒缴费')}</Button> : null}
            <PrintButton of={billLine} template="arrearsLetter" label={t('催缴函')} ids={rows.map(r => r.id)} />
          </>
        )}
      />
      {opened ? <Beside opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
function Beside({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.what === 'blocks') return <BlocksPanel onClose={onClose} />
  if (opened.what === 'remind')
    return (
      <ActionForm
        of={remindArrears}
        input={{ ids: opened.ids }}
        note={t('向 {{n}} 笔应缴的学生发欠费提醒；缓缴、等待贷款和没有到期的不提醒。', { n: opened.ids.length })}
        done={t('已提醒')}
        onClose={onClose}
      />
    )
  const { studentId, payerName } = opened.row
  if (!studentId) return null
  if (opened.what === 'talks') return <TalksPanel studentId={studentId} name={payerName} onClose={onClose} />
  return (
    <ActionForm
      of={noteTalk}
      input={{ studentId }}
      initial={{ talkedOn: schoolDate(Date.now()), way: 'face' }}
      title={t('记谈话：{{name}}', { name: payerName })}
      note={t('困难的学生先告诉他可以申请缓缴、分期、国家助学贷款和绿色通道。')}
      done={t('已记下')}
      onClose={onClose}
    />
  )
}
