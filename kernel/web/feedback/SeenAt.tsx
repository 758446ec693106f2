import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'

/** Above what is shown from this device while there is no network: when it was seen. */
export const SeenAt = ({ at }: { at: number | undefined }) =>
  at === undefined ? null : (
    <p className="ql-help" role="status">
      {t('没有网络，下面是 {{time}} 看到的内容', { time: formatDatetime(new Date(at).toISOString()) })}
    </p>
  )
