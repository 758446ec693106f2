import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import react from '@vitejs/plugin-react'
import Fastify from 'fastify'
import { build } from 'vite'

export interface BareSite {
  address: string
  close(): Promise<void>
}
/** Builds the bare page and serves it with these cell texts. */
export async function serveBare(cells: readonly string[][]): Promise<BareSite> {
  const outDir = await mkdtemp(join(tmpdir(), 'qinglan-bare-'))
  await build({ configFile: false, root: fileURLToPath(new URL('.', import.meta.url)), plugins: [react()], logLevel: 'warn', build: { outDir, emptyOutDir: true } })
  const app = Fastify()
  await app.register(fastifyStatic, { root: outDir })
  app.get<{ Querystring: { size: number } }>('/rows', async ({ query }) => cells.slice(0, Number(query.size)))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    async close() {
      await app.close()
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
