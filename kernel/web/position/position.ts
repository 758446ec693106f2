import { t } from '../i18n/index.ts'

/** WGS 84 degrees and accuracy in metres. */
export interface Position {
  latitude: number
  longitude: number
  accuracy: number
}
const PATIENCE_MS = 15_000
const DENIED = 1
const six = (n: number): number => Number(n.toFixed(6))
/** Current location, requested once on a button press and never tracked. On failure returns the reason, ending in the alternative `instead`: `或请老师点名`. */
export function positionNow(instead: string): Promise<Position | { problem: string }> {
  return new Promise(resolve => {
    if (!navigator.geolocation) return resolve({ problem: t('这台设备不能定位，可以{{instead}}', { instead }) })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: six(coords.latitude), longitude: six(coords.longitude), accuracy: Math.round(coords.accuracy * 10) / 10 }),
      failure =>
        resolve({
          problem:
            failure.code === DENIED ? t('没有允许定位，请在浏览器设置里打开后再试，或{{instead}}', { instead }) : t('没有取到位置，请到窗边或室外再试，或{{instead}}', { instead }),
        }),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    )
  })
}
