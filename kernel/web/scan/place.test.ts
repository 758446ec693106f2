import { expect, test } from 'vitest'
import { placeIn } from './place.ts'

const ORIGIN = 'https://xg.example.edu.cn'
test.each([
  [`${ORIGIN}/signIn/mine?code=a%2Bb`, '/signIn/mine?code=a%2Bb'],
  [`${ORIGIN}/scan?id=7#x`, '/scan?id=7'],
  ['https://xg.example.edu.cn.evil.test/scan?id=7', undefined],
  ['https://xg.example.edu.cn@evil.test/scan', undefined],
  ['http://xg.example.edu.cn/scan', undefined],
  ['javascript:alert(1)', undefined],
  ['WIFI:S:x;;', undefined],
])('a code that says %s opens %s', (text, place) => expect(placeIn(text, ORIGIN)).toBe(place))
