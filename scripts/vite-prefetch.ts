import type { Plugin, Rolldown } from 'vite'

/** Chunks every signed-in page needs (see vite-chunks.ts), prefetched. */
const WANTED = new Set(['shell', 'model', 'records'])
/** Polyfills, loaded first in older browsers. */
const OLDER = 'kernel/web/app/older-browsers.ts'

/** Passes the hashed file names of these chunks to `public/boot.js`. */
export function prefetchHints(): Plugin {
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
/** The polyfill chunk must not import our code, or that would run before the polyfills. */
function older(chunks: readonly Rolldown.OutputChunk[]): string {
  const isOurs = (file: string): boolean => chunks.find(c => c.fileName === file)?.moduleIds.some(id => !id.startsWith('\0')) ?? true
  const chunk = chunks.find(c => c.name === 'older-browsers')
  if (!chunk || chunk.imports.some(isOurs)) throw new Error(`${OLDER} must be a chunk that imports no other; it imports ${chunk?.imports.join(', ') ?? 'nothing: it is missing'}`)
  return chunk.fileName
}
