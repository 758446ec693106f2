import { Button } from 'antd'
import { BellRing, Calculator } from 'lucide-react'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatMoney } from '#web/values/format.ts'
import { adjustCharge, arrearsFigures, remindArrears, runCharges } from '../model/actions.ts'
import { lodgingCharge } from '../model/lodging-charge.ts'
import { ExplainPanel } from './ExplainPanel.tsx'
import { RunPanel } from './RunPanel.tsx'

type Row = Shown<typeof lodgingCharge>
type Opened = { what: 'run' } | { what: 'explain' | 'adjust'; row: Row } | { what: 'remind'; ids: string[] }
const VIEWS = { owing: '欠费', long: '逾期 90 天以上', deferred: '缓缴', all: '全部' } as const
type View = keyof typeof VIEWS
const LONG_DAYS = 90
function whereOf(view: View): Record<string, unknown> {
  if (view === 'owing') return { 'owed.ge': 1, 'dueOn.le': addDays(schoolDate(Date.now()), -1) }
  if (view === 'long') return { 'owed.ge': 1, 'dueOn.le': addDays(schoolDate(Date.now()), -LONG_DAYS - 1) }
  return view === 'deferred' ? { 'deferred.ge': 1 } : {}
}
/** 宿舍管理 → 欠费: lodging arrears with due dates and calculation. */
export default function ArrearsPage() {
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const { data } = useRead(arrearsFigures, {})
  const count = (of: View): string => (of === 'all' || !data?.[of] ? '' : ` ${data[of]}`)
  const views = useView(VIEWS, { label: t('欠费'), noteOf: count })
  const mayRemind = can(remindArrears.permission)
  return (
    <>
      <EntityTable<typeof lodgingCharge>
        of={lodgingCharge}
        title={t('欠费')}
        verbs={['export']}
        where={whereOf(views.view)}
        views={views}
        toolbar={
          <>
            {data?.owed ? <span className="ql-quiet">{t('共欠 {{amount}}', { amount: formatMoney(data.owed) })}</span> : null}
            {can(runCharges.permission) ? (
              <Button type="primary" icon={<Calculator size={16} />} onClick={() => setOpened({ what: 'run' })}>
                {t('住宿费计费')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'studentId', title: t('学生'), width: 100, align: 'left' },
          { key: 'studentNo', width: 140, align: 'left' },
          { key: 'classId', width: 128 },
          { key: 'bedId', width: 220, align: 'left' },
          { key: 'xn', width: 110 },
          { key: 'due', width: 120 },
          { key: 'paid', width: 120 },
          { key: 'deferred', width: 120 },
          { key: 'owed', width: 120 },
          { key: 'daysOverdue', width: 100 },
          { key: 'dueOn', hidden: true },
          { key: 'adjust', hidden: true },
          { key: 'months', hidden: true },
          { key: 'deferredUntil', hidden: true },
          { key: 'remindedOn', hidden: true },
          { key: 'ledgerAt', hidden: true },
          { key: 'departmentId', hidden: true },
        ]}
        facts={['owed', 'daysOverdue', 'classId']}
        filters={['studentId', collegeFilter, 'classId', 'dormId', 'xn', 'dueOn']}
        onOpen={row => setOpened({ what: 'explain', row })}
        rowActions={row => [
          { label: t('账单说明'), onClick: () => setOpened({ what: 'explain', row }) },
          mayRemind && row.owed > 0 && { label: t('提醒缴费'), onClick: () => setOpened({ what: 'remind', ids: [row.id] }) },
          can(adjustCharge.permission) && { of: adjustCharge, label: t('调整住宿费'), onClick: () => setOpened({ what: 'adjust', row }) },
        ]}
        {...(mayRemind
          ? {
              batchActions: (rows: readonly Row[]) => (
                <Button
                  type="text"
                  size="small"
                  icon={<BellRing size={15} />}
                  onClick={() => setOpened({ what: 'remind', ids: rows.filter(r => r.owed > 0).map(r => r.id) })}
                  disabled={!rows.some(r => r.owed > 0)}
                >
                  {t('提醒缴费')}
                </Button>
              ),
            }
          : {})}
      />
      {opened ? <Beside opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
function Beside({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.what === 'run') return <RunPanel onClose={onClose} />
  if (opened.what === 'remind')
    return (
      <ActionForm
        of={remindArrears}
        input={{ ids: opened.ids }}
        onClose={onClose}
        done={t('已提醒')}
        note={<p className="ql-help">{t('只提醒学生本人；{{n}} 笔里已缓缴和今天提醒过的跳过。', { n: opened.ids.length })}</p>}
      />
    )
  const { row } = opened
  if (opened.what === 'adjust')
    return (
      <ActionForm
        of={adjustCharge}
        input={{ id: row.id }}
        initial={{ adjust: row.adjust }}
        title={t('调整住宿费：{{name}}', { name: row.studentName ?? '' })}
        note={<p className="ql-help">{t('{{xn}} 学年住宿费 {{due}}', { xn: row.xn, due: formatMoney(row.due) })}</p>}
        onClose={onClose}
        done={t('已调整')}
      />
    )
  return <ExplainPanel id={row.id} title={t('{{name}} {{xn}} 学年住宿费', { name: row.studentName ?? '', xn: row.xn })} onClose={onClose} />
}
