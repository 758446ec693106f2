import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkCode, readCheckCode } from './check-code.ts'

const secret = randomBytes(32)
const [tenantId, issueId] = [randomUUID(), randomUUID()]

it('10-E9 a check code says which paper it is of, and only to the installation that made it', () => {
  const code = checkCode(secret, tenantId, issueId)
  expect(readCheckCode(secret, code)).toEqual({ tenantId, issueId })
  expect(readCheckCode(randomBytes(32), code)).toBeUndefined()
  expect(code).toHaveLength(64)
})
it('10-E9 no character of a check code can be altered', () => {
  const code = checkCode(secret, tenantId, issueId)
  for (let i = 0; i < code.length; i++) expect(readCheckCode(secret, code.slice(0, i) + (code[i] === 'A' ? 'B' : 'A') + code.slice(i + 1))).toBeUndefined()
  for (const other of ['', code.slice(1), `${code}A`, `${code}=`, ` ${code}`, code.replace(/./, '%')]) expect(readCheckCode(secret, other)).toBeUndefined()
})
