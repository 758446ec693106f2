import { schoolDate } from '#model/school-time.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { rebind } from '../../model/actions.ts'
import { myDevices } from '../../model/read-actions.ts'
import style from '../sign.module.css'
import { deviceKey, deviceName } from './device.ts'

/** Bound phones, with replacing one. */
export function Devices() {
  const { data } = useRead(myDevices, {})
  const devices = data?.devices ?? []
  if (!data || !devices.length) return null
  const isFull = devices.length >= data.most
  return (
    <Sheet title={t('签到手机')} className={style.card}>
      <ul className={style.past}>
        {devices.map(d => (
          <li key={d.boundAt}>
            <span>{d.name ?? '—'}</span>
            <small className="ql-quiet">{t('{{date}} 绑定', { date: formatDate(schoolDate(Date.parse(d.boundAt))) })}</small>
          </li>
        ))}
      </ul>
      {isFull && data.nextRebindOn ? <p className="ql-help">{t('{{date}} 起可以自己换绑，之前请找辅导员解绑。', { date: formatDate(data.nextRebindOn) })}</p> : null}
      {isFull && !data.nextRebindOn ? (
        <ActionButton of={rebind} input={{ deviceKey: deviceKey(), deviceName: deviceName() }} confirm={t('最早绑定的一部会解绑，换成现在这部。')}>
          {t('换成这部手机')}
        </ActionButton>
      ) : null}
    </Sheet>
  )
}
