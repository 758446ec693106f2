import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json)$/

/** Writes `.br` and `.gz` beside every text asset, so that the server does not compress at run time. */
export function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'qinglan-precompress',
    apply: 'build',
    configResolved: config => {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => {
      if (!existsSync(outDir)) return // the build failed, and says why itself
      for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) if (TEXT.test(file)) compress(join(outDir, file))
    },
  }
}
function compress(file: string): void {
  const content = readFileSync(file)
  if (content.length < 1024) return
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
