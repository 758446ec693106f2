// What npm start builds when sources are newer. Plain JavaScript, because the system's Node may be too old for TypeScript.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The built server, from the root. */
export const SERVER = 'build/main.js'
const WEB_SOURCES = ['index.html', 'main.tsx', 'vite.config.ts', 'package-lock.json', 'public', 'kernel/web', 'kernel/fields', 'kernel/model', 'kernel/locales', 'modules']
const SERVER_SOURCES = ['main.ts', 'scripts/build-server.ts', 'package-lock.json', 'kernel', 'modules']

export const webIsOld = root => isOlder(join(root, 'dist/index.html'), root, WEB_SOURCES, () => true)
export const serverIsOld = root => isOlder(join(root, SERVER), root, SERVER_SOURCES, name => /(?<!\.test)\.ts$/.test(name))

function isOlder(built, root, sources, counts) {
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const changed = path => {
    const at = statSync(path)
    return at.isDirectory() ? readdirSync(path).some(name => (counts(name) || !name.includes('.')) && changed(join(path, name))) : at.mtimeMs > since
  }
  return sources.map(path => join(root, path)).some(path => existsSync(path) && changed(path))
}
