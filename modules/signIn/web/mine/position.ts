import { t } from '#web/i18n/index.ts'

export interface Position {
  latitude: number
  longitude: number
  accuracy: number
}
const PATIENCE_MS = 15_000
const DENIED = 1
const six = (n: number): number => Number(n.toFixed(6))
/** Where this phone is: asked for once, when somebody presses a button, and never besides. */
export function positionNow(): Promise<Position | { problem: string }> {
  return new Promise(resolve => {
    if (!navigator.geolocation) return resolve({ problem: t('这台设备不能定位，请换一种方式或请老师点名') })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: six(coords.latitude), longitude: six(coords.longitude), accuracy: Math.round(coords.accuracy * 10) / 10 }),
      failure => resolve({ problem: failure.code === DENIED ? t('没有允许定位，请在浏览器设置里打开后再试，或请老师点名') : t('没有取到位置，请到窗边或室外再试，或请老师点名') }),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    )
  })
}
