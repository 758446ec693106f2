import { Bars, LoadFailed } from '#web/feedback/Empty.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { leaveSlip } from '../../model/actions.ts'
import { refreshMs } from '../../model/slip.ts'
import { spanText } from '../labels.ts'

/** 假条: shown to the guard at the gate, with a rotating code that makes screenshots useless. */
export function SlipPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, errorUpdatedAt } = useRead(leaveSlip, { id }, { every: slip => refreshMs(slip?.seconds) })
  return (
    <Panel open title={t('假条')} onClose={onClose}>
      {error && !data ? <LoadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className="leave-slip">
          <Avatar name={data.name} size={56} />
          <b>{data.name}</b>
          <span>{spanText(data)}</span>
          <QrCode text={data.code} label={t('假条码')} />
          <small role="status">{error ? t('没有连上网络，这个码可能已经失效') : t('每 {{n}} 秒更新，截图无效', { n: data.seconds })}</small>
          <code>{data.code}</code>
        </div>
      ) : null}
      {data || error ? null : <Bars lines={6} />}
    </Panel>
  )
}
