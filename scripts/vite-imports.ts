import type { Plugin } from 'vite'

/** An import of a chunk, as the bundle has it. */
const IMPORT = /\bimport\((["'`])\.\/([^"'`]+\.js)\1\)/g

/** Dynamic imports of the built program call the global `importChunk` (kernel/web/base/chunk.ts), which fetches a lost chunk again. Runs last: Vite finds the imports whose styles
 *  it fetches by their form. */
export function chunkImports(): Plugin {
  return {
    name: 'qinglan-chunk-imports',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue
          const folder = part.fileName.slice(0, part.fileName.lastIndexOf('/') + 1)
          part.code = part.code.replace(IMPORT, (_all, _quote, file: string) => `importChunk(\`/${folder}${file}\`)`)
        }
      },
    },
  }
}
