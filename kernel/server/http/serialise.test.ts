import { describe, expect, it } from 'vitest'
import { serialiser } from './serialise.ts'

const row = { type: 'object', properties: { id: { type: 'string' }, n: { type: 'integer', nullable: true }, on: { type: 'boolean' }, any: {} } } as const
const written = (schema: Parameters<typeof serialiser>[0], value: unknown): unknown => JSON.parse(serialiser(schema)(value))

describe('answers', () => {
  it('carry what is declared and nothing else, at every depth', () => {
    const page = { type: 'object', properties: { result: { type: 'array', items: row }, inner: row } } as const
    const secret = { id: 'a', n: 1, on: true, any: { x: [1] }, passwordHash: 'x' }
    const plain = { id: 'a', n: 1, on: true, any: { x: [1] } }
    expect(written(page, { result: [secret, secret], inner: secret, total: 3 })).toEqual({ result: [plain, plain], inner: plain })
  })
  it('leave out what is undefined and keep null', () => {
    expect(serialiser(row)({ id: null, n: undefined, any: null })).toBe('{"id":null,"any":null}')
    expect(written({ ...row, nullable: true }, null)).toBeNull()
    expect(written({ type: 'array', items: row }, null)).toBeNull()
  })
  it('are of the declared kind', () => {
    expect(written(row, { id: 7, n: '12', on: 1 })).toEqual({ id: '7', n: 12, on: true })
    expect(written(row, { id: new Date(0) })).toEqual({ id: '1970-01-01T00:00:00.000Z' })
    expect(written(row, 'text')).toEqual({})
  })
})
