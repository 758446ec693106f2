import { percentOf } from '#model/percent.ts'
import { codeAddress } from '#model/scanned-code.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { CodeWall, EmptyWall } from '#web/scan/CodeWall.tsx'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { projector } from '../model/read-actions.ts'
import { leftText, SIGN_PAGE } from './labels.ts'
import style from './projector.module.css'

const EVERY_MS = 2000
/** 投影签到码: a rotating code, a number for students without a camera, and the count. */
export default function ProjectorPage() {
  const [params] = useOwnParams()
  const id = params.get('id') ?? ''
  const read = useRead(projector, { occurrenceId: id }, { every: EVERY_MS, enabled: Boolean(id) })
  const { data } = read
  const now = useServerClock(data?.now)
  if (!data) return <EmptyWall title={t('投影签到码')}>{id ? <Loading of={read} /> : <Empty title={t('没有选择签到')} />}</EmptyWall>
  const present = data.signed + data.late + data.madeUp
  const asked = data.total - data.excused
  const isOver = !data.code && !data.number
  const caption = read.error ? t('没有连上网络，这个码可能已经失效') : t('用手机扫码签到，每 {{n}} 秒更新，拍照转发无效', { n: data.seconds })
  return (
    <CodeWall
      title={data.name}
      lead={data.state === 'open' ? t('{{time}} 截止，还剩 {{left}}', { time: formatClock(data.closesAt), left: leftText(data.closesAt, now) || '0:00' }) : t('签到已截止')}
      code={data.code ? { text: codeAddress(location.origin, SIGN_PAGE, data.code), label: t('签到二维码'), caption } : undefined}
      footer={
        <>
          <b>{formatNumber(present)}</b>
          <span>{t('/ {{n}} 人已签', { n: formatNumber(asked) })}</span>
          <i className={style.bar} aria-hidden="true">
            <i style={{ width: `${percentOf(present, asked) ?? 0}%` }} />
          </i>
        </>
      }
    >
      {data.number ? (
        <p className={style.number}>
          <small>{t('现场数字')}</small>
          <b>{data.number}</b>
        </p>
      ) : null}
      {isOver ? <p className={style.over}>{data.state === 'open' ? t('签到已暂停，或没有用二维码和数字') : t('签到已截止')}</p> : null}
    </CodeWall>
  )
}
