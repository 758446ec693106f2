import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isGenuine, readCode } from '#server/licence/code.ts'
import { ROOT } from '#server/registry/registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'ten-vendor-'))
afterAll(() => rmSync(folder, { recursive: true }))
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts/licence.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, QINGLAN_VENDOR_PRIVATE_KEY: '' },
  })

it('10-T1 the vendor makes a pair of keys once and signs a licence that the public one knows', () => {
  expect(run('keys', join(folder, 'keys')).status).toBe(0)
  expect(statSync(join(folder, 'keys/private.pem')).mode & 0o077).toBe(0)
  expect(run('keys', join(folder, 'keys')).status).toBe(1)
  const signed = run('sign', '--key', join(folder, 'keys/private.pem'), '--school', '青山职院', '--machine', 'AAAA-BBBB-CCCC-DDDD', '--students', '5000', '--until', '2099-08-31')
  const code = readCode(signed.stdout)
  expect(code?.licensed).toMatchObject({ schoolName: '青山职院', maxStudents: 5000, expireDate: '2099-08-31', graceDays: 30, modules: [] })
  expect(code && isGenuine(code, readFileSync(join(folder, 'keys/public.pem'), 'utf8'))).toBe(true)
  expect(code && isGenuine(code, readFileSync(join(ROOT, 'kernel/server/licence/vendor.pem'), 'utf8'))).toBe(false)
  expect(run('sign', '--school', '青山职院').status).toBe(1)
  expect(run('sign', '--key', 'x', '--school', '青山职院', '--machine', 'A', '--students', 'many', '--until', '2099-08-31').stderr).toContain('many')
})
