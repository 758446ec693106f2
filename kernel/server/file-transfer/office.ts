import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Semaphore } from '../base/semaphore.ts'
import type { Db } from '../context.ts'
import type { Attachment } from '../files/attachments.ts'
import { printedPath } from '../files/pictures.ts'
import type { FileStore } from '../files/store.ts'

const DOCUMENTS: ReadonlySet<string> = new Set(['doc', 'docx', 'wps', 'xls', 'et', 'ppt', 'pptx', 'dps'])
const PATIENCE_MS = 60_000
/** A conversion uses one core and some hundred megabytes. */
const slots = new Semaphore(1)
/** Hardening for untrusted documents: no macros, no network, no other files of this machine. */
const SETTINGS = [
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ...['HTTP', 'HTTPS', 'FTP'].flatMap(kind => [
    ['org.openoffice.Inet/Settings', `ooInet${kind}ProxyName`, '127.0.0.1'],
    ['org.openoffice.Inet/Settings', `ooInet${kind}ProxyPort`, '9'],
  ]),
] as const
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${SETTINGS.map(
  ([path, name, value]) => `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
).join('')}</oor:items>`

/** LibreOffice for previews (`OFFICE_PROGRAM`); none unless configured. */
const officeProgram = (): string | undefined => process.env.OFFICE_PROGRAM || undefined
/** Whether this kind is previewed as PDF. */
export const isPrinted = (ext: string): boolean => DOCUMENTS.has(ext) && officeProgram() !== undefined
/** PDF of an office document; converted once, cached beside the thumbnails and deleted with the document. Throws when the conversion fails or takes more than a minute. */
export async function printedOf(db: Db, store: FileStore, file: Attachment): Promise<string> {
  const path = printedPath(store.thumbs, file.objectKey)
  if (existsSync(path)) return path
  await slots.acquire()
  const folder = await mkdtemp(join(store.tmp, 'print-'))
  try {
    const content = await store.local(db, file)
    try {
      await convert(folder, content.path, file.ext)
    } finally {
      await content.release()
    }
    await mkdir(dirname(path), { recursive: true })
    await rename(join(folder, 'document.pdf'), path)
    return path
  } finally {
    slots.release()
    await rm(folder, { recursive: true, force: true })
  }
}
/** Converts with a fresh profile: no state is shared between documents. */
async function convert(folder: string, content: string, ext: string): Promise<void> {
  const profile = join(folder, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE)
  const document = join(folder, `document.${ext}`)
  await symlink(resolve(content), document)
  await run(folder, [`-env:UserInstallation=${pathToFileURL(profile)}`, '--headless', '--norestore', '--nolockcheck', '--convert-to', 'pdf', '--outdir', folder, document])
}
/** Runs the converter in its own process group, killed as a whole, with a minimal environment (no secrets). */
function run(folder: string, args: readonly string[]): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  const child = spawn(officeProgram() ?? '', args, { cwd: folder, detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' } })
  const timer = setTimeout(() => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
    reject(new Error('a document took too long to print'))
  }, PATIENCE_MS)
  child.once('error', reject)
  child.once('exit', code => (code === 0 ? done() : reject(new Error(`a document was not printed: ${code}`))))
  return promise.finally(() => clearTimeout(timer))
}
