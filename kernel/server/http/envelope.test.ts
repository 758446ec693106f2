import { describe, expect, it } from 'vitest'
import { asRefusal } from './envelope.ts'

const fault = (message: string, code?: string): Error => Object.assign(new Error(message), code ? { code } : {})
describe('10-X3 what the program stands on', () => {
  it.each([
    ['a database that refuses', fault('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
    ['a database that stops', fault('terminating connection due to administrator command', '57P01')],
    ['a database that is full', fault('could not extend file', '53100')],
    ['a line that broke', fault('Connection terminated unexpectedly')],
    ['a line that broke a moment ago', fault('Client has encountered a connection error and is not queryable')],
    ['a line that was closed', fault('Client was closed and is not queryable')],
    ['no free connection', fault('timeout exceeded when trying to connect')],
    ['a full disk', fault('no space left on device', 'ENOSPC')],
    ['a store nobody may write to', fault('read-only file system', 'EROFS')],
  ])('being %s is 503', (_name, error) => {
    expect(asRefusal(error).code).toBe(503)
  })
  it('being well, a fault is a defect: 500', () => {
    expect(asRefusal(fault('x is not a function')).code).toBe(500)
  })
})
