import type { Plugin } from 'vite'

/** Chunks that every screen behind the sign-in needs (see vite-chunks.ts). */
const WANTED = new Set(['shell', 'records'])

/** Tells `public/boot.js` the files of these chunks, whose names nobody knows before they are built. */
export function tellAhead(): Plugin {
  return {
    name: 'qinglan-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(part => part.type === 'chunk' && WANTED.has(part.name))
        const files = chunks.flatMap(chunk => [chunk.fileName, ...(chunk.type === 'chunk' ? (chunk.viteMetadata?.importedCss ?? []) : [])])
        return html.replace('<script src="/boot.js">', `<script src="/boot.js" data-ahead="${files.map(file => `/${file}`).join(' ')}">`)
      },
    },
  }
}
