import { expect, it } from 'vitest'
import type { ServerOptions } from '#server/start/server.ts'
import { openSchool } from '#testing/school.ts'
import { serialiser } from './serialise.ts'
import { deviations, strictly } from './strict-answers.ts'

const row = { type: 'object', nullable: true, properties: { id: { type: 'string' }, n: { type: 'integer' }, isOn: { type: 'boolean' }, any: {} } } as const
const page = { type: 'object', properties: { result: { type: 'array', items: row } } } as const
const found = (value: unknown): string[] => [...deviations(page, { result: [value] })]

it('finds what serialising would change without a word, and nothing else', () => {
  expect(found({ id: 'a', n: 1, isOn: true, any: { x: 1 } })).toEqual([])
  expect(found({ id: null, n: undefined, withheld: undefined })).toEqual([])
  expect(found(null)).toEqual([])
  expect(found({ id: new Date(0) })).toEqual([])
  expect(found({ id: 'a', phone: '1' })).toEqual(['answer.result[].phone is not declared'])
  expect(found({ n: '12' })).toEqual(['answer.result[].n is no integer but string 12'])
  expect(found({ n: Number.NaN })).toEqual(['answer.result[].n is no integer but number NaN'])
  expect(found({ id: 7, isOn: 1 })).toEqual(['answer.result[].id is no string but number 7', 'answer.result[].isOn is no boolean but number 1'])
  expect(found('text')).toEqual(['answer.result[] is no object'])
  expect([...deviations(page, { result: {} })]).toEqual(['answer.result is no array'])
  expect(() => strictly(page, 'GET /x', serialiser(page))({ result: [{ phone: '1' }] })).toThrow('GET /x answers what it does not declare: answer.result[].phone is not declared')
})
it('fails the call of a test, and of nobody else', async () => {
  const also: ServerOptions['also'] = async app => {
    app.get('/api/base/probe', { config: { open: 'a test' }, schema: { response: { 200: row } } }, async () => ({ id: 'a', n: '1' }))
  }
  const school = await openSchool([], { also })
  const lenient = await openSchool([], { also, strictAnswers: false })
  try {
    expect((await school.anonymous.get('/api/base/probe')).code).toBe(500)
    expect(JSON.parse((await lenient.anonymous.get('/api/base/probe')).raw.toString())).toEqual({ id: 'a', n: 1 })
  } finally {
    await school.close()
    await lenient.close()
  }
})
