import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
/** Packages whose entry point re-exports everything. */
const BARRELS: Readonly<Record<string, string>> = { antd: 'antd/es/index.js', 'lucide-react': 'lucide-react/dist/esm/lucide-react.mjs' }

/** Rewrites `import { Button } from 'antd'` to Button's own file, so that chunks contain only what their pages import. */
export function directImports(): Plugin {
  const files = Object.fromEntries(Object.entries(BARRELS).map(([name, front]) => [name, exportsOf(front)]))
  return {
    name: 'qinglan-direct-imports',
    apply: 'build',
    enforce: 'post',
    transform: (code, id) => (id.includes('node_modules') || !/\.tsx?$/.test(id) ? undefined : { code: direct(code, files), map: null }),
  }
}
/** Export name → file whose default export it is. */
function exportsOf(front: string): Map<string, string> {
  const text = readFileSync(join(root, 'node_modules', front), 'utf8')
  const made = new Map<string, string>()
  for (const [, names, file] of text.matchAll(/export \{([^}]*)\} from '([^']+)'/g)) {
    for (const [, name] of (names ?? '').matchAll(/default as (\w+)/g)) made.set(name as string, join(dirname(front), file as string))
  }
  return made
}
export function direct(code: string, files: Readonly<Record<string, ReadonlyMap<string, string>>>): string {
  return code.replace(/import\s*\{([^}]*)\}\s*from\s*["'](antd|lucide-react)["'];?/g, (whole, names: string, from: string) => {
    const wanted = names
      .split(',')
      .map(n => n.trim())
      .filter(Boolean)
    const lines = wanted.map(name => {
      const [given, own] = name.split(/\s+as\s+/) as [string, string?]
      const file = files[from]?.get(given)
      return file ? `import ${own ?? given} from "${file}";` : undefined
    })
    return lines.every(Boolean) ? lines.join('\n') : whole
  })
}
