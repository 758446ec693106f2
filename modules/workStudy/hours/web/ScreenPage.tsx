import { codeAddress } from '#model/scanned-code.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { CodeWall, EmptyWall } from '#web/scan/CodeWall.tsx'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { unitCode } from '../model/actions.ts'
import { WORK_PAGE } from './labels.ts'

const EVERY_MS = 2000
/** 签到屏: the code of a unit, and who is in. */
export default function ScreenPage() {
  const [params] = useOwnParams()
  const unitId = params.get('unitId')
  const read = useRead(unitCode, unitId ? { unitId } : {}, { every: EVERY_MS, enabled: unitId !== null })
  const { data } = read
  if (!data) return <EmptyWall title={t('签到屏')}>{unitId ? <Loading of={read} /> : <Empty title={t('没有选择用工单位')} />}</EmptyWall>
  const caption = read.error ? t('没有连上网络，这个码可能已经失效') : t('上岗和离岗都扫这个码，每 {{n}} 秒更新', { n: data.seconds })
  return (
    <CodeWall
      title={data.unit}
      lead={data.here.length ? data.here.map(h => (h ? `${h.name} ${formatClock(h.inAt)}` : '')).join(t('、')) : t('现在没有人在岗')}
      code={{ text: codeAddress(location.origin, WORK_PAGE, data.code), label: t('上岗二维码'), caption }}
      footer={
        <>
          <b>{formatNumber(data.here.length)}</b>
          <span>{t('人在岗')}</span>
        </>
      }
    />
  )
}
