import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { Avatar } from '#web/theme/Avatar.tsx'
import { leaveSlip } from '../../model/actions.ts'
import { refreshMs } from '../../model/slip.ts'
import { spanText } from '../labels.ts'
import style from '../leave.module.css'

/** 假条: shown to the guard at the gate, with a rotating code that makes screenshots useless. */
export function SlipPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(leaveSlip, { id }, { every: slip => refreshMs(slip?.seconds) })
  const { data, error } = read
  return (
    <Panel open title={t('假条')} onClose={onClose}>
      {data ? (
        <div className={style.slip}>
          <Avatar name={data.name} size={56} />
          <b>{data.name}</b>
          <span>{spanText(data)}</span>
          <QrCode text={data.code} label={t('假条码')} />
          <small role="status">{error ? t('没有连上网络，这个码可能已经失效') : t('每 {{n}} 秒更新，截图无效', { n: data.seconds })}</small>
          <code>{data.code}</code>
        </div>
      ) : null}
      {data ? null : <Loading of={read} lines={6} />}
    </Panel>
  )
}
