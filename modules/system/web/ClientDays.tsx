import { Link } from 'react-router'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber, MISSING } from '#web/values/format.ts'
import { clientDays } from '../model/api-client.ts'
import type { ClientRow } from './ApiClients.tsx'

const REASONS: Readonly<Record<string, string>> = {
  signature: '签名不正确',
  skew: '时间相差太大',
  replay: '重复的调用',
  disabled: '已停用',
  expired: '已到期',
  address: '地址不允许',
  notGranted: '没有这个接口',
  closed: '接口已停止开放',
  school: '访问其他学校',
  rate: '超过频率',
  quota: '次数用完',
}
/** Calls and refusals of an application per day; each call is in the operation log. */
export function ClientDays({ client }: { client: ClientRow }) {
  const read = useRead(clientDays, { id: client.id })
  const { data } = read
  if (!data) return <Loading of={read} lines={3} />
  if (!data.length) return <p className="ql-quiet">{t('还没有调用过')}</p>
  return (
    <>
      <PlainTable
        label={t('调用')}
        rows={data}
        keyOf={day => day.day}
        columns={[
          [t('日期'), day => day.day],
          [t('调用'), day => formatNumber(day.calls), { isNumber: true }],
          [t('被拒'), day => formatNumber(day.refused), { isNumber: true }],
          [
            t('被拒原因'),
            day =>
              Object.entries(day.reasons ?? {})
                .map(([reason, n]) => t('{{reason}} {{n}} 次', { reason: t(REASONS[reason] ?? reason), n }))
                .join(t('、')) || MISSING,
          ],
        ]}
      />
      <Link to={`/audit/operations?userId=${client.userId}`}>{t('在操作日志中查看每次调用')}</Link>
    </>
  )
}
