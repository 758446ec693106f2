import { Input } from 'antd'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { job, previewCron, runJob } from '../model/job.ts'
import style from './job.module.css'
import { LastRuns } from './LastRuns.tsx'

export default function JobPage() {
  return (
    <EntityTable
      of={job}
      columns={[
        { key: 'name', width: 220, align: 'left' },
        { key: 'cronText', width: 200, align: 'left' },
        'nextAt',
        'lastAt',
        'lastState',
        'failures',
        'isEnabled',
        { key: 'code', hidden: true },
        { key: 'cron', hidden: true },
      ]}
      filters={['isEnabled']}
      form={{
        layout: [
          { title: '时间', fields: [{ field: 'cron', render: props => <CronInput {...props} /> }, 'misfire', 'isEnabled'] },
          { title: '运行', fields: ['timeoutSec', 'retries', 'alarmAfter', 'params'] },
        ],
      }}
      detail={{
        sections: [
          { fields: ['name', 'code', 'cronText', 'cron', 'nextAt', 'misfire', 'timeoutSec', 'retries', 'alarmAfter', 'failures', 'emptyRuns', 'isEnabled'] },
          {
            title: '接下来五次',
            render: row => <p>{(row.nextTimes ?? []).map(at => formatDatetime(at)).join(t('、')) || t('已停用，不会运行')}</p>,
          },
          { title: '最近的记录', render: row => <LastRuns jobId={row.id} /> },
        ],
      }}
      rowActions={row => [<ActionButton key="run" of={runJob} input={{ id: row.id }} done={t('已安排，稍后自动运行')} />]}
    />
  )
}
/** A cron input with its meaning and next runs below. */
function CronInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const cron = typeof value === 'string' ? value : ''
  const settled = useSettled(cron, 300)
  const { data } = useRead(previewCron, { cron: settled }, { enabled: settled.trim() !== '' })
  return (
    <>
      <Input id={id} aria-describedby={describedBy} disabled={disabled} value={cron} onChange={e => onChange(e.target.value)} className={classes(style.cron)} />
      <p className={style.words} role="status">
        {data?.isValid
          ? `${data.words ?? ''}${t('；接下来 {{list}}', { list: data.next.map(at => formatDatetime(at ?? '')).join(t('、')) })}`
          : cron
            ? t('还不是有效的时间表达式')
            : ''}
      </p>
    </>
  )
}
