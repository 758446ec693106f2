import { connect, createServer } from 'node:net'

/** Message types that run a statement: simple query, or execute of a prepared one. */
const RUNS: ReadonlySet<string> = new Set(['Q', 'E'])
/** Message types that end a round trip: the client waits for a response. */
const ENDS: ReadonlySet<string> = new Set(['Q', 'S'])
const HEAD_BYTES = 5

/** Proxy in front of PostgreSQL that counts executed statements. */
export interface StatementCounter {
  /** URL of the same database through the proxy. */
  url: string
  count(): number
  /** Number of round trips. */
  trips(): number
  close(): Promise<void>
}
/** Opens a counting proxy, on a TCP port, in front of the database at `url`. */
export async function countStatements(url: string): Promise<StatementCounter> {
  const target = new URL(url)
  let count = 0
  let trips = 0
  const server = createServer({ noDelay: true }, near => {
    const far = connect({ port: Number(target.port), host: '127.0.0.1', noDelay: true })
    const read = messageReader(type => {
      if (RUNS.has(type)) count++
      if (ENDS.has(type)) trips++
    })
    near.on('data', read)
    near.pipe(far)
    far.pipe(near)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) one.on('error', () => {}).on('close', () => other.destroy())
    open.add(near)
    near.once('close', () => open.delete(near))
  })
  const open = new Set<{ destroy(): unknown }>()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const counted = new URL(url.replace(/@[^/]*\//, `@127.0.0.1:${port}/`))
  return {
    url: String(counted),
    count: () => count,
    trips: () => trips,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
/** Parses a client's messages from stream chunks; the startup message has no type byte. */
function messageReader(onMessage: (type: string) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let hasBegun = false
  return piece => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      const from = hasBegun ? 1 : 0
      if (rest.length < HEAD_BYTES) return
      const end = from + rest.readUInt32BE(from)
      if (rest.length < end) return
      if (hasBegun) onMessage(String.fromCharCode(rest[0] as number))
      hasBegun = true
      rest = rest.subarray(end)
    }
  }
}
