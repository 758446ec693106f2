import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { isAllowed, type Locked, licenceFaults } from './dependency-licences.ts'

it('every production dependency is under a licence that lets it be part of the product', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  expect(licenceFaults(packages)).toEqual([])
})
it('one without a licence or under a strict one is named, one for development alone is not', () => {
  const packages = {
    '': { license: 'none of ours' },
    'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/b/node_modules/c': { version: '2.0.0' },
    'node_modules/d': { version: '3.0.0', license: 'AGPL-3.0', dev: true },
  }
  expect(licenceFaults(packages)).toEqual(['a 1.0.0 is under GPL-3.0-only, which is not allowed', expect.stringMatching(/^c 2.0.0 names no licence/)])
})
it('reads licence expressions: all of an AND, one of an OR', () => {
  const words = ['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND OFL-1.1', '(MIT AND Zlib)', 'MIT AND (GPL-2.0 OR ISC)']
  expect(words.filter(w => !isAllowed(w))).toEqual([])
  expect(['GPL-3.0', 'MIT AND GPL-3.0', '(GPL-2.0 OR AGPL-3.0)', 'BSD', '', 'SEE LICENSE IN x'].filter(isAllowed)).toEqual([])
})
