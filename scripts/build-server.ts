import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { byNeeds } from '#server/registry/by-needs.ts'
import { isDemoFile, moduleFolders, ROOT } from '#server/registry/folders.ts'
import { loadDeclarations, loadServerFiles, serverFilesOf } from '#server/registry/load.ts'

/** Writes `build/`: the server as few files. Node resolves and compiles 4,000 source files at each start, which takes five times the processor time and half as much memory again. */
const OUT = join(ROOT, 'build')
const CHILD = 'kernel/server/spreadsheets/child.ts'
const PROGRAMS = { main: 'main.ts', 'import-child': CHILD }
/** Imports of the modules' files, for which the server looks by their folders. */
const FILES = 'virtual:files'
/** Those of the demo, in a file that nothing else loads. */
const DEMO = 'virtual:demo'

const fromRoot = (path: string): string => relative(ROOT, path).split(sep).join('/')

// As a start from the sources does: a registration that would be ignored ends the build with its reason.
const declared = await loadDeclarations(moduleFolders())
const modules = byNeeds(declared.map(d => d.module)).flatMap(module => declared.filter(d => d.module === module))
await loadServerFiles(modules)

const atStart = modules.flatMap(found => [join(found.folder, 'module.ts'), ...serverFilesOf(found)])
const forDemo = modules.map(found => join(found.folder, 'server/demo.ts')).filter(path => existsSync(path))
const imports = (paths: readonly string[]): string => paths.map((path, n) => `import * as file${n} from ${JSON.stringify(path)}`).join('\n')
const defaults = (paths: readonly string[]): string => paths.map((path, n) => `${JSON.stringify(fromRoot(path))}: { default: file${n}.default },`).join('\n')
const SOURCES: Readonly<Record<string, string>> = {
  [FILES]: `import { useBuilt } from '#server/registry/built.ts'
${imports(atStart)}
useBuilt({
  programs: ${JSON.stringify({ [CHILD]: 'import-child.js' })},
  files: { ${defaults(atStart)} },
  demo: () => import('${DEMO}').then(demo => demo.files),
})`,
  [DEMO]: `${imports(forDemo)}\nexport const files = { ${defaults(forDemo)} }`,
  ...Object.fromEntries(Object.values(PROGRAMS).map(source => [`virtual:${source}`, `import '${FILES}'\nimport ${JSON.stringify(join(ROOT, source))}`])),
}
const virtual: Plugin = {
  name: 'virtual',
  resolveId: id => (id in SOURCES ? `\0${id}` : undefined),
  load: id => SOURCES[id.slice(1)],
}
/** Keeps what a file finds beside itself (threads, templates, packages) where its source lies. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler(code, id) {
      const path = fromRoot(id)
      const folder = path
        .split('/')
        .slice(0, -1)
        .map(name => `/${name}`)
        .join('')
      return code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(`../${path}`)}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/..${folder}`)})`)
    },
  },
}
/** A program does its work when it is loaded, so its own file lies in no other. */
const isShared = (id: string): boolean => id === `\0${FILES}` || (/^(kernel|modules)\//.test(fromRoot(id)) && fromRoot(id) !== CHILD && !isDemoFile(relative(ROOT, id)))
const isOurs = (id: string): boolean => /^([.#/\0]|[A-Z]:\\|virtual:)/i.test(id)

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, source]) => [name, `virtual:${source}`])),
  cwd: ROOT,
  platform: 'node',
  external: id => !isOurs(id),
  treeshake: false,
  // most files of a module export nothing as default
  checks: { importIsUndefined: false },
  plugins: [virtual, places],
  logLevel: 'warn',
})
await bundle.write({
  dir: OUT,
  cleanDir: true,
  format: 'esm',
  comments: false,
  chunkFileNames: '[name].js',
  codeSplitting: {
    groups: [
      { name: 'server', test: isShared, priority: 2 },
      { name: 'demo', test: id => isDemoFile(relative(ROOT, id)) || id === `\0${DEMO}`, priority: 1 },
    ],
  },
})
