import { useEffect } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { RealmPage } from '#modules/admission/roll/web/public/RealmPage.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useNow } from '#web/feedback/useNow.ts'
import { t } from '#web/i18n/index.ts'
import { useKeptRead } from '#web/records/useKeptRead.ts'
import { myCode } from '../model/actions.ts'
import style from './desk.module.css'
import { personCodeAddress } from './public/person-code.ts'

const SECOND_MS = 1000
/** Each scan ends the code: the next one is there before the student is at the next point. */
const LOOK_MS = 5 * SECOND_MS

/** 迎新 → 我的迎新码: shown at each point. */
export default function MyCodePage() {
  const read = useKeptRead(myCode, {})
  const { refetch } = read
  const now = useNow(SECOND_MS)
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <RealmPage title={t('我的迎新码')} help={t('到每个办理点出示，给老师扫。请带好身份证件。')}>
      <Loaded of={read}>
        {of => {
          const isFresh = now < Date.parse(of.until)
          const day = of.days.find(d => d?.on === schoolDate(now))
          const code = isFresh ? of.code : day?.code
          return (
            <Sheet label={t('迎新码')}>
              <div className={style.code}>
                <b>{of.name}</b>
                {code ? <QrCode text={personCodeAddress(code)} size={240} label={t('迎新码')} /> : null}
                <span className="ql-quiet" role="status">
                  {isFresh
                    ? t('{{n}} 秒后更新', { n: Math.ceil((Date.parse(of.until) - now) / SECOND_MS) })
                    : code
                      ? t('没有网络，这是当日码，老师会核对身份证件')
                      : t('没有网络，请出示身份证件')}
                </span>
              </div>
            </Sheet>
          )
        }}
      </Loaded>
    </RealmPage>
  )
}
