import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { OLDEST_CHROMIUM, OLDEST_SAFARI } from './kernel/model/browsers.ts'
import { directImports } from './scripts/vite-barrels.ts'
import { chunkGroups } from './scripts/vite-chunks.ts'
import { precompress } from './scripts/vite-compress.ts'
import { chunkImports } from './scripts/vite-imports.ts'
import { modulePages } from './scripts/vite-modules.ts'
import { prefetchHints } from './scripts/vite-prefetch.ts'
import { virtualModules } from './scripts/vite-virtual.ts'

/** `vite` serves the web beside a running server (`QINGLAN_API`); `npm run build` writes `dist/`, which the server hands out. */
export default defineConfig({
  plugins: [react(), virtualModules(), directImports(), modulePages(), prefetchHints(), chunkImports(), precompress()],
  build: {
    target: [`chrome${OLDEST_CHROMIUM}`, `safari${OLDEST_SAFARI}`],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // what a visit may load is measured compressed, by the bench
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      treeshake: {
        // antd's parts only declare; unmarked, one context of its form would bring the whole form and its validator along.
        moduleSideEffects: [{ test: /node_modules\/(@rc-component|@ant-design)\/(?!cssinjs\/)/, sideEffects: false }],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': process.env.QINGLAN_API ?? 'http://127.0.0.1:8000', '^/site/(portal|welcome|exam|preview)': process.env.QINGLAN_API ?? 'http://127.0.0.1:8000' },
  },
})
