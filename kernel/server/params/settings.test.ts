import { expect, it } from 'vitest'
import type { Parameter } from '#model'
import { settingsReader } from './settings.ts'

const PARAMETERS = {
  days: { label: '天数', initial: 3, min: 0 },
  isOpen: { label: '开放', initial: false },
  closesAt: { label: '截止', initial: '22:30' },
  marks: { label: '提醒', initial: '72,24' },
} as const satisfies Readonly<Record<string, Parameter>>
const read = settingsReader('sample', PARAMETERS)
const given = (stored: Readonly<Record<string, unknown>>) => read({ params: async group => (group === 'sample' ? stored : {}) })

it('are as the school set them, and as the program begins where it never did; a time of day that is none was never set', async () => {
  expect(await given({})).toEqual({ days: 3, isOpen: false, closesAt: '22:30', marks: '72,24' })
  expect(await given({ days: 0, isOpen: true, closesAt: '25:00', marks: '', other: 1 })).toEqual({ days: 0, isOpen: true, closesAt: '22:30', marks: '' })
  expect(await given({ days: null, closesAt: '23:00' })).toMatchObject({ days: 3, closesAt: '23:00' })
})
