import type { Plugin, Rolldown } from 'vite'

/** Chunks that every screen behind the sign-in needs (see vite-chunks.ts). */
const WANTED = new Set(['shell', 'records'])
/** What browsers that lack newer functions load before everything else. */
const OLDER = 'kernel/web/app/older-browsers.ts'

/** Tells `public/boot.js` the files of these chunks, whose names nobody knows before they are built. */
export function tellAhead(): Plugin {
  return {
    name: 'qinglan-ahead',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: OLDER, name: 'older-browsers' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
        const files = chunks.filter(chunk => WANTED.has(chunk.name)).flatMap(chunk => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
        return html.replace('<script src="/boot.js"', `$& data-ahead="${files.map(file => `/${file}`).join(' ')}" data-older="/${older(chunks)}"`)
      },
    },
  }
}
/** Runs before the program only as long as it brings no part of it along, but the bundler's own helpers. */
function older(chunks: readonly Rolldown.OutputChunk[]): string {
  const isOurs = (file: string): boolean => chunks.find(c => c.fileName === file)?.moduleIds.some(id => !id.startsWith('\0')) ?? true
  const chunk = chunks.find(c => c.name === 'older-browsers')
  if (!chunk || chunk.imports.some(isOurs)) throw new Error(`${OLDER} must be a chunk that imports no other; it imports ${chunk?.imports.join(', ') ?? 'nothing: it is missing'}`)
  return chunk.fileName
}
