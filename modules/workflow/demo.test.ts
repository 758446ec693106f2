import { afterAll, beforeAll, expect, it } from 'vitest'
import { flowSubject } from '#flow/index.ts'
import { bool, entity, integer } from '#model'
import { type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { processBinding, processDef } from './flows/model/process.ts'
import { flowFor } from './flows/server/definitions.ts'
import demo from './server/demo.ts'
import { asks, line } from './testing.ts'

const kind = (processType: string, form: string[]): unknown =>
  flowSubject({
    processType,
    label: '外出申请',
    entity: entity(`workflow.${processType}`, '外出', { days: integer('天数', { required: true }), touchesHoliday: bool('在节假日前后') }, { title: 'days', scope: {} }),
    form,
    initial: { code: processType, name: '外出流程', graph: line(asks('fdy', { by: 'relation', relation: 'fdy' })) },
  })
kind('sampleTrip', ['days', 'touchesHoliday'])
kind('samplePlain', [])
let s: SmallSchool
beforeAll(async () => {
  s = await smallSchool()
})
afterAll(() => s.close())

it('makes flows for every kind of application, those its conditions know, bound to colleges', async () => {
  await s.db.tx(db => demo(db))
  const count = (processType: string, more: Record<string, unknown> = {}) => s.db.unscoped(processDef).count({ processType, ...more })
  expect([await count('sampleTrip'), await count('samplePlain')]).toEqual([10, 8])
  expect([await count('sampleTrip', { state: 'draft' }), await count('sampleTrip', { state: 'disabled' }), await count('sampleTrip', { isDefault: true })]).toEqual([1, 1, 1])
  expect(await s.db.unscoped(processBinding).count({ processType: 'sampleTrip' })).toBe(1)
  expect((await flowFor(s.db, 'sampleTrip', { departmentId: s.ids.info })).def.code).toBe('sampleTrip')
  expect((await flowFor(s.db, 'sampleTrip', { departmentId: s.ids.art })).def.code).toBe('sampleTrip-byDays')
  expect((await flowFor(s.db, 'samplePlain', { departmentId: s.ids.art })).def.code).toBe('samplePlain')
})
