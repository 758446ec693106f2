import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { definePart, type MenuItem, type Module, VERBS } from '#model'
import { PORTS } from '#model/ports.ts'
import { isDemoFile } from '#server/registry/folders.ts'
import { ROOT } from '#server/registry/registry.ts'
import { langOf, literalsOf } from '../../scripts/literals.ts'
import { testRegistry } from './database.ts'
import { IN_PART, importFault, NOT_YET_PUBLIC, nameFault, UPWARD } from './module-imports.ts'
import { filesBelow, importsOf } from './source-files.ts'

const registry = await testRegistry()

describe('modules', () => {
  const modules = new Map(registry.modules.map(m => [m.code, m]))
  const faults = registry.modules
    .flatMap(m => filesBelow(join(ROOT, 'modules', m.code)))
    .filter(file => /\.tsx?$/.test(file))
    .flatMap(file => {
      const name = relative(ROOT, file)
      return importsOf(file).flatMap(target => {
        const path = target.startsWith('#modules/') ? join(ROOT, 'modules', target.slice(9)) : target.startsWith('.') ? resolve(dirname(file), target) : ''
        const fault = path && importFault(name, relative(ROOT, path), modules)
        return fault ? [{ file: name, target, fault }] : []
      })
    })
  const isUpward = ({ file, target }: (typeof faults)[number]): boolean => Object.keys(UPWARD[file] ?? {}).some(part => target.includes(`/${part}/`))
  it('import the kernel and, of the modules and parts they need, what is public', () => {
    expect(faults.filter(one => !isUpward(one)).map(({ file, target, fault }) => `${file} imports ${target}, ${fault}`)).toEqual([])
  })
  it('excuse only the imports there are', () => {
    const used = new Set(faults.filter(isUpward).map(({ file }) => file))
    expect(Object.keys(UPWARD).filter(file => !used.has(file))).toEqual([])
    expect(NOT_YET_PUBLIC.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
  })
  it('are refused what is not public or not needed', () => {
    const part = (code: string, needs: readonly string[] = []) => definePart({ code, needs })
    const made = [
      { code: 'inn', needs: [], parts: [part('rooms'), part('guests', ['rooms'])] },
      { code: 'tour', needs: ['inn'], parts: [] },
      { code: 'bath', needs: [], parts: [] },
    ].map(given => [given.code, { ...(registry.modules[0] as Module), ...given }] as const)
    const fault = (file: string, imported: string) => importFault(`modules/${file}`, `modules/${imported}`, new Map(made))
    const allowed = ['model/room.ts', 'server/api.ts', 'web/public/Room.tsx'].map(rest => fault('inn/guests/server/check-in.ts', `inn/rooms/${rest}`))
    expect(allowed).toEqual([undefined, undefined, undefined])
    expect(['server/beds.ts', 'web/RoomPage.tsx', 'part.ts'].map(rest => fault('inn/guests/server/check-in.ts', `inn/rooms/${rest}`))).toEqual(Array(3).fill('which is not public'))
    expect(fault('inn/rooms/server/beds.ts', 'inn/guests/model/guest.ts')).toBe('which rooms does not need')
    expect(fault('inn/rooms/server/beds.ts', 'inn/server/api.ts')).toBe('a file of the module, which imports its parts')
    expect([
      fault('inn/module.ts', 'inn/rooms/part.ts'),
      fault('inn/server/demo.ts', 'inn/rooms/server/demo.ts'),
      fault('inn/rooms/rooms.test.ts', 'inn/guests/server/bill.ts'),
    ]).toEqual([undefined, undefined, undefined])
    expect(fault('inn/server/api.ts', 'inn/rooms/server/beds.ts')).toBe('which is not public')
    expect([fault('tour/server/book.ts', 'inn/rooms/model/room.ts'), fault('tour/server/book.ts', 'inn/server/api.ts')]).toEqual([undefined, undefined])
    expect([
      fault('tour/server/book.ts', 'inn/rooms/server/api.ts'),
      fault('tour/web/BookPage.tsx', 'inn/rooms/web/RoomPage.tsx'),
      fault('tour/web/BookPage.tsx', 'inn/web/Inn.tsx'),
    ]).toEqual(Array(3).fill('which is not public'))
    expect(fault('bath/server/book.ts', 'inn/rooms/model/room.ts')).toBe('which bath does not need')
  })
  it('keep what belongs to a part in its folder, under the names of a module', () => {
    const folders = registry.modules.flatMap(m => m.parts.map(part => join(ROOT, 'modules', m.code, part.code)))
    const strange = folders.flatMap(folder =>
      readdirSync(folder)
        .filter(name => !IN_PART.test(name))
        .map(name => relative(ROOT, join(folder, name))),
    )
    expect(strange).toEqual([])
    expect(['part.ts', 'testing-residents.ts', 'locales', 'pages', 'helpers.ts'].filter(name => !IN_PART.test(name))).toEqual(['pages', 'helpers.ts'])
  })
  it('name a file by what it declares', () => {
    const wrong = registry.modules
      .flatMap(m => filesBelow(join(ROOT, 'modules', m.code)))
      .filter(file => /\.tsx?$/.test(file))
      .flatMap(file => {
        const fault = nameFault(relative(ROOT, file), readFileSync(file, 'utf8'))
        return fault ? [`${relative(ROOT, file)} ${fault}`] : []
      })
    expect(wrong).toEqual([])
    const fault = (file: string, source: string) => nameFault(`modules/inn/${file}`, source)
    expect([fault('rooms/model/room-messages.ts', 'messagesOf('), fault('server/application.ts', 'handleApplication('), fault('x.test.ts', 'fixture(')]).toEqual(
      Array(3).fill(undefined),
    )
    expect([fault('rooms/model/texts.ts', 'messagesOf('), fault('rooms/server/mine.ts', ''), fault('web/words.ts', '')].map(found => found !== undefined)).toEqual(
      Array(3).fill(true),
    )
  })
  it('give each page a name of its own, whichever part shows it', () => {
    const twice = registry.modules.flatMap(m => {
      const pages = filesBelow(join(ROOT, 'modules', m.code)).filter(file => /\/web\/(widgets\/)?\w+(Page|Widget)\.tsx$/.test(file))
      return [...Map.groupBy(pages, file => basename(file)).values()].filter(files => files.length > 1).map(files => files.map(file => relative(ROOT, file)))
    })
    expect(twice).toEqual([])
  })
  it('and the kernel load nothing of the demo at a start: only demo files and tests import demo files', () => {
    const isOfProduct = (file: string) => /(?<!\.test)\.tsx?$/.test(file) && !isDemoFile(relative(ROOT, file)) && !/\/(testing|fixture)[^/]*\.ts$|\/kernel\/testing\//.test(file)
    const product = ['kernel', 'modules'].flatMap(folder => filesBelow(join(ROOT, folder))).filter(isOfProduct)
    const loads = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*?from ['"]([^'"]+)['"]/gm)].map(m => m[1] as string).filter(target => isDemoFile(target))
    const found = [...product, join(ROOT, 'main.ts')].flatMap(file => loads(file).map(target => `${relative(ROOT, file)} imports ${target}`))
    expect(product.length).toBeGreaterThan(2000)
    expect(found).toEqual([])
  })
  it('fill the demo school by every demo file they have: the module’s own, or one that another imports', () => {
    const files = filesBelow(join(ROOT, 'modules')).filter(file => /\/server\/.*(?<!\.test)\.ts$/.test(file) && isDemoFile(relative(ROOT, file)))
    const imported = new Set(
      files.flatMap(file => importsOf(file).map(target => (target.startsWith('#modules/') ? join(ROOT, 'modules', target.slice(9)) : resolve(dirname(file), target)))),
    )
    const isOwn = (file: string) => /^modules\/\w+\/server\/demo\.ts$/.test(relative(ROOT, file))
    expect(files.filter(file => !isOwn(file) && !imported.has(file)).map(file => relative(ROOT, file))).toEqual([])
  })
  it('leave the pool to the kernel', () => {
    const wrong = registry.modules
      .flatMap(m => filesBelow(join(ROOT, 'modules', m.code)))
      .filter(f => f.endsWith('.ts') && !f.endsWith('.test.ts') && importsOf(f).some(i => i === 'pg' || i.startsWith('#server/data/pool')))
    expect(wrong.map(f => relative(ROOT, f))).toEqual([])
  })
})
describe('the kernel', () => {
  const codes = registry.modules.map(m => m.code)
  const menuPaths = (menus: readonly MenuItem[]): string[] => menus.flatMap(m => [...(m.path ? [m.path] : []), ...menuPaths(m.children ?? [])])
  const servicePath = (m: Module, controller: string) => `${m.service}/${m.entities.find(e => e.name === controller)?.wire ?? controller}`
  const literals = (file: string) => literalsOf(readFileSync(file, 'utf8'), langOf(file)).map(({ text }) => text)
  /** Addresses that are fixed, whichever module shows a page there. */
  const fixed = literals(join(ROOT, 'kernel/web/pages/routes.ts'))
  /** What only modules know: addresses of their calls and pages, their permissions. */
  const known = new Set(
    registry.modules.flatMap(m => [
      ...m.actions.map(a => `${servicePath(m, a.of)}/${a.name}`),
      ...m.entities.flatMap(e => VERBS.map(verb => `${servicePath(m, e.name)}/${verb}`)),
      ...Object.values(m.ports).filter(answer => typeof answer === 'string'),
      ...[...menuPaths(m.menus), ...m.pages.map(page => page.path)].filter(path => !fixed.includes(path)),
      ...[...registry.permissions.keys()].filter(key => key.startsWith(`${m.code}:`)),
    ]),
  )
  const files = ['kernel/flow', 'kernel/model', 'kernel/server', 'kernel/web']
    .flatMap(folder => filesBelow(join(ROOT, folder)))
    .filter(file => /(?<!\.test)\.tsx?$/.test(file) && !/\/fixture/.test(file))

  it('names no module, none of their calls, pages and permissions', () => {
    const found = files.flatMap(file => {
      const source = readFileSync(file, 'utf8')
      const listed = [...source.matchAll(/\[('\w+'(?:, '\w+')+)\]/g)].filter(([, list]) => (list as string).split(', ').every(code => codes.includes(code.slice(1, -1))))
      const compared = [...source.matchAll(/\bcode [!=]== '(\w+)'/g)].filter(([, code]) => codes.includes(code as string))
      return [...literals(file).filter(text => known.has(text)), ...[...listed, ...compared].map(([text]) => text)].map(text => `${relative(ROOT, file)}: ${text}`)
    })
    expect(found).toEqual([])
  })
  it('finds an answer to each of its ports, and each port once', () => {
    expect(registry.modules.flatMap(m => Object.keys(m.ports)).sort()).toEqual([...PORTS].sort())
    const foreign = registry.modules.flatMap(m => Object.values(m.ports).filter(answer => typeof answer !== 'string' && !m.actions.includes(answer)))
    expect(foreign).toEqual([])
  })
})
describe('events', () => {
  it('that modules listen to are emitted by some module', () => {
    expect([...new Set(registry.modules.flatMap(m => m.optionalEvents))].filter(event => !registry.events.has(event))).toEqual([])
  })
})
describe('threads', () => {
  it('tell the time of the process', () => {
    const files = ['kernel/server', 'modules'].flatMap(folder => filesBelow(join(ROOT, folder))).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const begun = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/new Worker\(new URL\('([^']+)'/g)].map(m => resolve(dirname(file), m[1] as string)))
    expect(begun.length).toBeGreaterThan(2)
    expect(begun.filter(file => !readFileSync(file, 'utf8').includes('followProcess()'))).toEqual([])
  })
})
