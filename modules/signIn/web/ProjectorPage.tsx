import { percentOf } from '#model/percent.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { useServerClock } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { PageTitle } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatClock, formatNumber } from '#web/values/format.ts'
import { codeAddress } from '../model/projected-code.ts'
import { projector } from '../model/read-actions.ts'
import { leftText } from './labels.ts'
import style from './projector.module.css'

const EVERY_MS = 2000
/** 投影签到码: a rotating code, a number for students without a camera, and the count. */
export default function ProjectorPage() {
  const [params] = useOwnParams()
  const id = params.get('id') ?? ''
  const read = useRead(projector, { occurrenceId: id }, { every: EVERY_MS, enabled: Boolean(id) })
  const { data } = read
  const now = useServerClock(data?.now)
  if (!data)
    return (
      <main className={style.wall}>
        <PageTitle isHidden>{t('投影签到码')}</PageTitle>
        {id ? <Loading of={read} /> : <Empty title={t('没有选择签到')} />}
      </main>
    )
  const present = data.signed + data.late + data.madeUp
  const asked = data.total - data.excused
  const isOver = !data.code && !data.number
  return (
    <main className={style.wall}>
      <header>
        <PageTitle>{data.name}</PageTitle>
        <p>{data.state === 'open' ? t('{{time}} 截止，还剩 {{left}}', { time: formatClock(data.closesAt), left: leftText(data.closesAt, now) || '0:00' }) : t('签到已截止')}</p>
      </header>
      <section>
        {data.code ? (
          <figure>
            <QrCode text={codeAddress(location.origin, data.code)} label={t('签到二维码')} className={style.wallCode} />
            <figcaption>{read.error ? t('没有连上网络，这个码可能已经失效') : t('用手机扫码签到，每 {{n}} 秒更新，拍照转发无效', { n: data.seconds })}</figcaption>
          </figure>
        ) : null}
        {data.number ? (
          <p className={style.wallNumber}>
            <small>{t('现场数字')}</small>
            <b>{data.number}</b>
          </p>
        ) : null}
        {isOver ? <p className={style.wallOver}>{data.state === 'open' ? t('签到已暂停，或没有用二维码和数字') : t('签到已截止')}</p> : null}
      </section>
      <footer role="status">
        <b>{formatNumber(present)}</b>
        <span>{t('/ {{n}} 人已签', { n: formatNumber(asked) })}</span>
        <i className={style.wallBar} aria-hidden="true">
          <i style={{ width: `${percentOf(present, asked) ?? 0}%` }} />
        </i>
      </footer>
    </main>
  )
}
