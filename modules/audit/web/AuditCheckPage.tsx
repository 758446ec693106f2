import { ActionButton } from '#web/forms/ActionButton.tsx'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { formatNumber } from '#web/values/format.ts'
import { verifyNow } from '../model/actions.ts'
import { auditCheck } from '../model/logs.ts'

export default function AuditCheckPage() {
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
              ? notify.success(t('审计记录完整'), t('校验了 {{n}} 条，没有改动', { n: formatNumber(answer.rows) }))
              : notify.error(t('审计记录被改动'), t('此前 {{n}} 条完整，问题见列表第一行', { n: formatNumber(answer.rows) }), true)
          }
        />
      }
    />
  )
}
