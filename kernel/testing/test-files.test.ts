import { readFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#server/registry/registry.ts'
import { SECONDS } from './durations.ts'
import { BROWSER, FLOWS, ISOLATED, SLOW } from './isolated-tests.ts'
import { filesBelow } from './source-files.ts'

const FOLDERS = ['attacks', 'e2e', 'faults', 'kernel', 'modules', 'scripts']
const files = FOLDERS.flatMap(folder => filesBelow(join(ROOT, folder)))
const testFiles = files.filter(file => file.endsWith('.test.ts'))

describe('tests', () => {
  const left = (what: RegExp, but: readonly string[]): string[] =>
    testFiles
      .filter(file => what.test(readFileSync(file, 'utf8')))
      .map(file => relative(ROOT, file))
      .filter(file => !but.some(glob => matchesGlob(file, glob)))
  // registrations that a test replaces are of its own server's registry
  it('that leave something behind in their process run apart', () => {
    expect(
      left(
        /\b(declare[A-Z]\w*|fakeBrowser)\(|\bvi\.(mock|stubGlobal)|\bflowSubject\(|\bentity\('|#testing\/flow-subject|\b(openRoster|reportSlowQueries|turnAway|followDatabase)\(/,
        ISOLATED,
      ),
    ).toEqual([])
  })
  it('that set the environment put it back', () => {
    const setting = testFiles.filter(file => readFileSync(file, 'utf8').includes('vi.stubEnv('))
    expect(setting.filter(file => !readFileSync(file, 'utf8').includes('vi.unstubAllEnvs()')).map(file => relative(ROOT, file))).toEqual([])
  })
  it('are there that the lists name', () => {
    const paths = files.map(file => relative(ROOT, file))
    const globs = [...ISOLATED, ...BROWSER, ...FLOWS, ...SLOW]
    expect([...globs.filter(glob => !paths.some(path => matchesGlob(path, glob))), ...Object.keys(SECONDS).filter(file => !paths.includes(file))]).toEqual([])
  })
  it('that have the made-up application declared share processes with nobody else', () => {
    expect(left(/\bflowSchool\(|\berrandRegistry\(/, [...ISOLATED, ...FLOWS])).toEqual([])
  })
})
