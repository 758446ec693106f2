import { App } from 'antd'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatNumber } from '#web/records/format.ts'
import { verifyNow } from '../model/actions.ts'
import { auditCheck } from '../model/logs.ts'

export default function AuditCheckPage() {
  const { notification } = App.useApp()
  return (
    <EntityTable
      of={auditCheck}
      columns={[
        { key: 'at', width: 200 },
        { key: 'state', tones: { ok: 'done', broken: 'refused' } },
        'rows',
        { key: 'fault', width: 160 },
        { key: 'no', width: 120 },
        { key: 'auditId', title: t('问题记录'), width: 240 },
      ]}
      filters={['state', 'at']}
      detail={{ sections: [{ fields: ['at', 'state', 'rows', 'fault', 'no', 'auditId'] }], history: false }}
      toolbar={
        <ActionButton
          of={verifyNow}
          type="primary"
          input={{}}
          onDone={answer =>
            answer.isWhole
              ? notification.success({ title: t('审计记录完整'), description: t('校验了 {{n}} 条，没有改动', { n: formatNumber(answer.rows) }) })
              : notification.error({ title: t('审计记录被改动'), description: t('此前 {{n}} 条完整，问题见列表第一行', { n: formatNumber(answer.rows) }), duration: 0 })
          }
        />
      }
    />
  )
}
