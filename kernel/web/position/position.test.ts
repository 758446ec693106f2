import { afterEach, describe, expect, it, vi } from 'vitest'
import { positionNow } from './position.ts'

type Ask = Geolocation['getCurrentPosition']
const withAnswer = (getCurrentPosition: Ask | undefined) => vi.stubGlobal('navigator', getCurrentPosition ? { geolocation: { getCurrentPosition } } : {})
const refusing =
  (code: number): Ask =>
  (_found, failed) =>
    failed?.({ code } as GeolocationPositionError)
afterEach(() => vi.unstubAllGlobals())

describe('the position of the phone', () => {
  it('is asked for once, anew, to a tenth of a metre of its accuracy and six digits of a degree', async () => {
    const ask = vi.fn<Ask>(found => found({ coords: { latitude: 30.123456789, longitude: 120.1, accuracy: 12.345 } } as GeolocationPosition))
    withAnswer(ask)
    expect(await positionNow('请老师点名')).toEqual({ latitude: 30.123457, longitude: 120.1, accuracy: 12.3 })
    expect(ask.mock.calls.map(([, , how]) => how?.maximumAge)).toEqual([0])
  })
  it('is missed with a reason for each cause and what else one can do', async () => {
    const problems: string[] = []
    for (const answer of [undefined, refusing(1), refusing(2), refusing(3)]) {
      withAnswer(answer)
      const found = await positionNow('请老师点名')
      problems.push('problem' in found ? found.problem : '')
    }
    expect(problems).toEqual([
      '这台设备不能定位，可以请老师点名',
      '没有允许定位，请在浏览器设置里打开后再试，或请老师点名',
      '没有取到位置，请到窗边或室外再试，或请老师点名',
      '没有取到位置，请到窗边或室外再试，或请老师点名',
    ])
  })
})
