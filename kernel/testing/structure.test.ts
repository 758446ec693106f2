import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definePart, type MenuItem, type Module, VERBS } from '#model'
import { PORTS } from '#model/ports.ts'
import { columnsOf } from '#server/data/columns.ts'
import { isDemoFile } from '#server/registry/load.ts'
import { ROOT } from '#server/registry/registry.ts'
import { langOf, literalsOf } from '../../scripts/literals.ts'
import { freshDatabase, testRegistry } from './database.ts'
import { SECONDS } from './durations.ts'
import { BROWSER, FLOWS, ISOLATED, SLOW } from './isolated-tests.ts'
import { IN_PART, importFault, nameFault, UPWARD } from './module-imports.ts'

const registry = await testRegistry()
const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
const importsOf = (file: string): string[] => [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map(m => m[1] as string)

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
    expect([fault('tour/server/book.ts', 'inn/rooms/server/api.ts'), fault('tour/web/BookPage.tsx', 'inn/rooms/web/RoomPage.tsx')]).toEqual(Array(2).fill('which is not public'))
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
  const files = ['kernel/model', 'kernel/server', 'kernel/web']
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
/** Events of modules not yet written; their listeners already exist. */
const TO_COME = ['fee.arrearsChanged', 'offCampus.begun', 'offCampus.changed', 'offCampus.ended']
describe('events', () => {
  it('that modules listen to are emitted by some module', () => {
    expect([...new Set(registry.modules.flatMap(m => m.optionalEvents))].filter(event => !registry.events.has(event)).sort()).toEqual(TO_COME)
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
describe('tests', () => {
  const left = (what: RegExp, but: readonly string[]): string[] =>
    ['attacks', 'e2e', 'faults', 'kernel', 'modules', 'scripts']
      .flatMap(folder => filesBelow(join(ROOT, folder)))
      .filter(file => file.endsWith('.test.ts') && what.test(readFileSync(file, 'utf8')))
      .map(file => relative(ROOT, file))
      .filter(file => !but.some(glob => matchesGlob(file, glob)))
  it('that leave something behind in their process run apart', () => {
    expect(
      left(
        /\b(supply|declare|fake)[A-Z]\w*\(|\bvi\.(mock|stubGlobal)|\bflowSubject\(|\bentity\('|#testing\/flow-subject|\b(openRoster|reportSlowQueries|turnAway|followDatabase)\(/,
        ISOLATED,
      ),
    ).toEqual([])
  })
  it('that set the environment put it back', () => {
    const setting = ['attacks', 'e2e', 'faults', 'kernel', 'modules', 'scripts']
      .flatMap(folder => filesBelow(join(ROOT, folder)))
      .filter(file => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('vi.stubEnv('))
    expect(setting.filter(file => !readFileSync(file, 'utf8').includes('vi.unstubAllEnvs()')).map(file => relative(ROOT, file))).toEqual([])
  })
  it('are there that the lists name', () => {
    const files = ['attacks', 'e2e', 'faults', 'kernel', 'modules', 'scripts'].flatMap(folder => filesBelow(join(ROOT, folder))).map(file => relative(ROOT, file))
    const globs = [...ISOLATED, ...BROWSER, ...FLOWS, ...SLOW]
    expect([...globs.filter(glob => !files.some(file => matchesGlob(file, glob))), ...Object.keys(SECONDS).filter(file => !files.includes(file))]).toEqual([])
  })
  it('that have the made-up application declared share processes with nobody else', () => {
    expect(left(/\bflowSchool\(|\berrandRegistry\(/, [...ISOLATED, ...FLOWS])).toEqual([])
  })
})

describe('the schema', () => {
  let client: pg.Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    drop = database.drop
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await drop()
  })

  it('has a column for every stored field and no other', async () => {
    const { rows } = await client.query<{ table_name: string; column_name: string; is_generated: string }>(
      "select table_name, column_name, is_generated from information_schema.columns where table_schema = 'public'",
    )
    const wrong: string[] = []
    for (const e of registry.entities.values()) {
      const declared = new Set([
        ...columnsOf(e).of.values(),
        ...columnsOf(e).encrypted.map(n => `${columnsOf(e).of.get(n)}_hash`),
        'tenant_id',
        ...(e.options.softDelete ? ['deleted_at'] : []),
      ])
      const real = new Set(rows.filter(r => r.table_name === e.table).map(r => r.column_name))
      for (const c of declared) if (!real.has(c)) wrong.push(`${e.table}.${c} is declared and missing`)
      if (e.module !== 'system')
        for (const r of rows) if (r.table_name === e.table && !declared.has(r.column_name) && r.is_generated === 'NEVER') wrong.push(`${e.table}.${r.column_name} is not declared`)
    }
    expect(wrong).toEqual([])
  })
  it('holds every tenant table behind row-level security, forced, for reading and writing', async () => {
    const { rows } = await client.query<{ relname: string }>(`select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) and coalesce(obj_description(c.oid), '') not like 'tenantless:%'
      and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid and p.polqual is not null and p.polwithcheck is not null))`)
    expect(rows).toEqual([])
  })
  it('begins every key, unique index and foreign key of a tenant table with the tenant', async () => {
    const { rows } = await client.query<{
      name: string
    }>(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
      where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> t.attnum and coalesce(obj_description(c.oid), '') not like 'tenantless:%'
      union all select conname from pg_constraint k join pg_attribute t on t.attrelid = k.conrelid and t.attname = 'tenant_id' where k.contype = 'f' and k.confrelid <> 'tenant'::regclass and k.conkey[1] <> t.attnum and coalesce(obj_description(k.conrelid), '') not like 'tenantless:%'`)
    expect(rows).toEqual([])
  })
})
