import { Button } from 'antd'
import { FilePlus2, Scale } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatNumber } from '#web/values/format.ts'
import { billRun } from '../model/bill-run.ts'
import { issueRun, resumeRun, runProgress, undoRun } from '../model/run-actions.ts'
import { IssuePanel } from './IssuePanel.tsx'
import { RepricePanel } from './RepricePanel.tsx'

/** 缴费管理 → 账单生成: runs of bills, each previewed before it is issued. */
export default function IssuePage() {
  const [opened, setOpened] = useState<'issue' | 'reprice'>()
  const mayIssue = useCan(issueRun.permission)
  const close = () => setOpened(undefined)
  return (
    <>
      <EntityTable<typeof billRun>
        of={billRun}
        title={t('账单生成')}
        verbs={['export']}
        toolbar={
          mayIssue ? (
            <>
              <Button icon={<Scale size={16} />} onClick={() => setOpened('reprice')}>
                {t('按变动调整')}
              </Button>
              <Button type="primary" icon={<FilePlus2 size={16} />} onClick={() => setOpened('issue')}>
                {t('出账')}
              </Button>
            </>
          ) : null
        }
        columns={[
          { key: 'createdAt', title: t('出账时间'), width: 160, align: 'left' },
          { key: 'xn', width: 120 },
          { key: 'xqM', width: 80 },
          { key: 'itemIds', width: 220, align: 'left' },
          { key: 'payers', width: 90 },
          { key: 'done', title: t('已出'), width: 130, render: row => <Progress run={row} /> },
          { key: 'total', width: 150 },
          { key: 'dueDate', width: 120 },
          { key: 'state', width: 110 },
          { key: 'note', align: 'left' },
        ]}
        filters={['xn', 'state']}
        rowActions={row => [
          <ActionButton key="resume" of={resumeRun} input={{ id: row.id }} />,
          <ActionButton key="undo" of={undoRun} input={{ id: row.id }} confirm={t('撤销这一批 {{n}} 笔应缴？每一笔都记一笔冲回。', { n: row.lines })} />,
        ]}
      />
      {opened === 'issue' ? <IssuePanel onClose={close} /> : null}
      {opened === 'reprice' ? <RepricePanel onClose={close} /> : null}
    </>
  )
}
const EVERY_MS = 2000
/** How far a run is; followed while it works. */
function Progress({ run }: { run: Shown<typeof billRun> }) {
  const isRunning = run.state === 'running'
  const { data } = useRead(runProgress, { id: run.id }, { enabled: isRunning, every: EVERY_MS })
  const { done, lines } = data ?? run
  return (
    <>
      {formatNumber(done)} / {formatNumber(lines)}
    </>
  )
}
